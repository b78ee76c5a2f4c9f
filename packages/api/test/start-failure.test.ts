import { startLocalServer } from '@priormark/core/testing/local-server'
import { expect, test } from 'vitest'
import { runSource } from '../testing/run-source.ts'
import { startServerProcess } from '../testing/server-process.ts'
import { makeShopData } from '../testing/shop-data.ts'

test('a server that cannot listen prints the reason and exits', async () => {
  const data = await makeShopData()
  const other = await startLocalServer(() => {})
  try {
    const { code, err } = await runSource('main.ts', [], {
      ...data.env,
      PORT: String(other.port),
      PAYMENTS: 'embedded',
    })
    expect(code).toBe(1)
    expect(err).toContain('The address is already in use')
  } finally {
    await other.close()
    await data.remove()
  }
})

test('a server with an invalid variable prints a message that names it and exits', async () => {
  await expect(startServerProcess({ PORT: 'http', NODE_ENV: 'production' })).rejects.toThrow(
    /PORT must be a whole number from 0 to 65535[^]*PAYMENTS=embedded/,
  )
})
