import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import { createLog, pathForLog } from '../../../src/platform/logging/log.ts'

const key = '8XeDzg1xqKgND4xarRdN655s7ug4wSlG2QsRmqVRkmY'
const source = (name: string) => path.resolve(import.meta.dirname, '../../../src/platform/logging', name)

/** Runs code in a process with captured output. Returns what it wrote to either stream, and its exit code. */
function run(code: string) {
  const start = `
    const { createLog } = await import(${JSON.stringify(source('log.ts'))})
    const { captureOutput } = await import(${JSON.stringify(source('capture-output.ts'))})
    captureOutput(createLog('debug'))
    ${code}`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', start], {
    encoding: 'utf8',
  })
  return {
    stdout,
    status,
    lines: stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  }
}

describe('captureOutput', () => {
  test('sends the console and the warnings of Node.js to the log, without secrets', () => {
    const { stdout, lines } = run(`
      console.warn('The URL path "/order/${key}%E2%80" could not be decoded')
      console.error('one\\n{"level":60}', new Error('two'))
      process.emitWarning('at /blog/preview/${key}')`)
    expect(stdout).toBe('')
    expect(lines).toMatchObject([
      { level: 40, from: 'console.warn', msg: 'The URL path "/order/..." could not be decoded' },
      { level: 50, from: 'console.error', msg: expect.stringContaining('one\n{"level":60} Error: two') },
      { level: 40, err: { message: 'at /blog/preview/...' }, msg: 'Node.js warning' },
    ])
  })

  test.each([
    ['thrown', `setTimeout(() => { throw new Error('lost at /order/${key}') })`],
    ['rejected', `setTimeout(() => Promise.reject(new Error('lost at /order/${key}')))`],
  ])('logs an error that is %s and never caught, and ends the process', (_how, code) => {
    const { status, lines } = run(code)
    expect(status).toBe(1)
    expect(lines).toMatchObject([{ level: 60, err: { message: 'lost at /order/...' } }])
  })
})

describe('createLog', () => {
  /** Logs a text, and returns its line as it was written. */
  function logged(text: string): string {
    const lines: string[] = []
    createLog('info', { write: (line) => void lines.push(line) }).info(text)
    return JSON.parse(lines.join('')).msg
  }

  test('keeps hashes, ids and files of stacks, and hides possible secrets', () => {
    const kept = `${'ab'.repeat(32)} 0x${'cd'.repeat(32)} 0190a3c2-0000-7000-8000-000000000001 at src/order-book/order-mail-service.ts:12:3`
    expect(logged(kept)).toBe(kept)
    expect(logged(`x${key}y ${key.toUpperCase()} /api/orders/${key.slice(0, 25)}`)).toBe(
      '... ... /api/orders/...',
    )
  })
})

describe('pathForLog', () => {
  test('keeps only words and ids', () => {
    expect(pathForLog('/api/admin/orders/0190a3c2-0000-7000-8000-000000000001/file')).toBe(
      '/api/admin/orders/0190a3c2-0000-7000-8000-000000000001/file',
    )
    expect(pathForLog(`/api/orders/${key}/evidence.zip`)).toBe('/api/orders/.../evidence.zip')
    expect(pathForLog(`/order/${key.slice(0, 9)}%20${key.slice(9)}`)).toBe('/order/...')
  })
})
