/** The part of busboy, multer's parser, that is used here. busboy does not include types. */
declare module 'busboy' {
  import type { IncomingHttpHeaders } from 'node:http'
  import type { Readable, Writable } from 'node:stream'
  interface Form extends Writable {
    on(event: 'file', listener: (name: string, file: Readable) => void): this
    once(event: 'close', listener: () => void): this
  }
  export default function busboy(options: { headers: IncomingHttpHeaders }): Form
}
