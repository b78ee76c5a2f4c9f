import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import path from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { startServerProcess } from '../testing/server-process.ts'
import { makeShopData } from '../testing/shop-data.ts'

const main = path.resolve(import.meta.dirname, '../src/main.ts')

test('a server that cannot listen prints the reason and exits', async () => {
  const data = await makeShopData()
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...data.env, PORT: String(port), PAYMENTS: 'embedded', NODE_ENV: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(code).toBe(1)
    expect(said).toContain('The address is already in use')
  } finally {
    child.kill('SIGKILL')
    other.close()
    await data.remove()
  }
})

test('a server with an invalid variable prints a sentence that names it and exits', async () => {
  await expect(startServerProcess({ PORT: 'http', NODE_ENV: 'production' })).rejects.toThrow(
    /PORT must be a whole number from 0 to 65535[^]*PAYMENTS=embedded/,
  )
})
