import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { runSource } from '../testing/run-source.ts'
import { startServerProcess } from '../testing/server-process.ts'
import { makeShopData } from '../testing/shop-data.ts'

test('a server that cannot listen prints the reason and exits', async () => {
  const data = await makeShopData()
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  try {
    const { code, err } = await runSource('main.ts', [], {
      ...data.env,
      PORT: String(port),
      PAYMENTS: 'embedded',
    })
    expect(code).toBe(1)
    expect(err).toContain('The address is already in use')
  } finally {
    other.close()
    await data.remove()
  }
})

test('a server with an invalid variable prints a sentence that names it and exits', async () => {
  await expect(startServerProcess({ PORT: 'http', NODE_ENV: 'production' })).rejects.toThrow(
    /PORT must be a whole number from 0 to 65535[^]*PAYMENTS=embedded/,
  )
})
