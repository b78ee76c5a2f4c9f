import { compareServers } from '../http-load.ts'
import { asBrowser, readCached, startCopies } from '../plain-node.ts'
import type { RealServer } from '../real-server.ts'
import type { Section } from '../report.ts'

/** The landing page from the cache, compared with plain Koa and Node sending the same response. */
export async function measureCachedPage(server: RealServer): Promise<Section> {
  const response = await readCached(`${server.url}/`)
  const { copies, stop } = await startCopies(response, ['koa-page', 'node-page'])
  const [koa, node] = copies
  try {
    if (!koa || !node) throw new Error('a baseline is missing')
    const [ours, plainKoa, plainNode] = await compareServers([
      { name: 'priormark', url: `${server.url}/`, pid: server.pid, headers: asBrowser },
      { name: 'plain koa', url: `${koa.url}/`, pid: koa.pid, headers: asBrowser },
      { name: 'plain node:http', url: `${node.url}/`, pid: node.pid, headers: asBrowser },
    ])
    if (!ours || !plainKoa || !plainNode) throw new Error('a result is missing')
    const figures = [ours, plainKoa, plainNode].flatMap(({ name, requestsPerSecond, cpuMicros }) => [
      { what: `${name}: requests per second`, value: requestsPerSecond, unit: '/s' },
      { what: `${name}: CPU per request`, value: cpuMicros, unit: 'us' },
    ])
    return {
      title: `Cached page (the landing page, ${response.body.length} bytes of Brotli)`,
      figures: [
        ...figures,
        {
          what: 'work done per CPU second, of plain node:http',
          value: plainNode.cpuMicros / ours.cpuMicros,
          unit: 'x',
          goal: { atLeast: 0.95 },
        },
        { what: 'the same, of plain koa', value: plainKoa.cpuMicros / ours.cpuMicros, unit: 'x' },
        { what: 'CPU per request', value: ours.cpuMicros, unit: 'us', goal: { atMost: 30 } },
      ],
      skipped: [],
    }
  } finally {
    await stop()
  }
}
