import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { chooseEncoding, type Encoding } from './encodings.ts'
import type { DrawnPage } from './page-cache.ts'

/**
 * Gives pages again as they went out the first time, headers and all, before the framework starts: what koa and helmet do
 * for a request costs more than the page itself.
 */
export interface KeptAnswers {
  /** Keeps what a response is about to be sent with. Its headers are complete by now. */
  keep(response: ServerResponse, bytes: Buffer): void
  /** Answers a plain GET for a page that is drawn and was sent before; false where the framework must see to it. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
}

/** @param peek the drawn page at an address, as long as it holds */
export function createKeptAnswers(peek: (path: string) => DrawnPage | undefined): KeptAnswers {
  // By the bytes themselves: they go when their page is cleared, and their headers with them.
  const sentHeaders = new WeakMap<Buffer, string[]>()
  // Browsers say this in a handful of ways; the last one is remembered.
  let accepted = ''
  let encoding: Encoding = 'identity'
  const encodingFor = (acceptEncoding: string) => {
    if (acceptEncoding !== accepted) {
      accepted = acceptEncoding
      encoding = chooseEncoding(acceptEncoding)
    }
    return encoding
  }

  return {
    keep(response, bytes) {
      sentHeaders.set(bytes, flatten(response.getHeaders()))
    },

    answer(request, response) {
      const { method, url, headers } = request
      if (method !== 'GET' || url === undefined || headers['if-none-match'] !== undefined) return false
      const page = peek(url)
      if (page === undefined) return false
      const { bytes } = page.body.variants[encodingFor(headers['accept-encoding'] ?? '')]
      const kept = sentHeaders.get(bytes)
      if (kept === undefined) return false
      response.writeHead(page.status, kept)
      response.end(bytes)
      return true
    },
  }
}

/** Headers as writeHead() takes them fastest: name, value, name, value. */
function flatten(headers: OutgoingHttpHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
}
