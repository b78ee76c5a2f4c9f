import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import busboy from 'busboy'
import { listen } from './listen.ts'

// Parses the same form and discards it: no hash, no file.
listen(
  createServer((request, response) => {
    const form = busboy({ headers: request.headers })
    form.on('file', (_name, file) => file.pipe(createWriteStream('/dev/null')))
    form.once('close', () => response.end('{}'))
    request.pipe(form)
  }),
)
