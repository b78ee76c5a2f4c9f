import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { startServerProcess } from '../../../testing/server-process.ts'
import { makeShopData } from '../../../testing/shop-data.ts'
import { newVisitor } from '../../../testing/visitor.ts'

const eventually = { timeout: 120_000, interval: 100 }

test('a server finishes an upload in progress when asked to stop', async () => {
  const data = await makeShopData()
  const running = await startServerProcess(data.env)
  let goOn = () => {}
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
  async function* slowBody() {
    yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="slow.bin"\r\n\r\n')
    yield Buffer.alloc(1_000_000)
    await mayGoOn
    yield Buffer.alloc(1_000_000)
    yield Buffer.from('\r\n--b--\r\n')
  }
  const upload = newVisitor(running).fetch('/api/upload', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: ReadableStream.from(slowBody()),
    duplex: 'half',
  })
  await vi.waitFor(
    async () => expect(await readdir(path.join(data.dataDir, 'files/tmp'))).toHaveLength(1),
    eventually,
  )
  const stopped = running.stop()
  await vi.waitFor(() => expect(fetch(`${running.url}/api/about`)).rejects.toThrow(), eventually)
  goOn()
  const reply = await upload
  expect([reply.status, await reply.json()]).toEqual([200, expect.objectContaining({ fileSize: 2_000_000 })])
  expect(await stopped).toBe(0)
  await data.remove()
})
