import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import process from 'node:process'

// Uploads one file several times concurrently, from memory; prints the milliseconds until the last response.
const [, , url = '', file = '', atOnce = '1'] = process.argv
/** As long as those of browsers, which matters to parsers that search for it. */
const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gWs'
const head = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="work.wav"\r\nContent-Type: audio/wav\r\n\r\n`,
)
const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
const content = readFileSync(file)

function send(): Promise<void> {
  return new Promise((resolve, reject) => {
    const sending = request(
      url,
      {
        method: 'POST',
        headers: {
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': head.length + content.length + tail.length,
        },
      },
      (response) => {
        response.resume()
        response.once('end', () => {
          if (response.statusCode !== undefined && response.statusCode < 300) resolve()
          else reject(new Error(`the upload got status ${response.statusCode}`))
        })
      },
    )
    sending.once('error', reject)
    sending.write(head)
    sending.write(content)
    sending.end(tail)
  })
}

const startedAt = performance.now()
await Promise.all(Array.from({ length: Number(atOnce) }, () => send()))
console.log(performance.now() - startedAt)
