import { startLocalServer } from '@priormark/core/testing/local-server'

/** A server for events in Plausible's format. */
export interface VisitCounter {
  url: string
  /** The received events as 'name path', oldest first. */
  events: string[]
  bodies: string[]
  close(): Promise<void>
}

export async function startVisitCounter(): Promise<VisitCounter> {
  const events: string[] = []
  const bodies: string[] = []
  const { port, close } = await startLocalServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      bodies.push(body)
      const { name, url } = JSON.parse(body)
      events.push(`${name} ${new URL(url).pathname}`)
      response.writeHead(202, { 'Access-Control-Allow-Origin': '*' }).end()
    })
  })
  return {
    url: `http://localhost:${port}/api/event`,
    events,
    bodies,
    close,
  }
}
