import process from 'node:process'
import { format } from 'node:util'
import type { Log } from './log.ts'

const levels = {
  debug: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
  trace: 'debug',
} as const

/**
 * Sends what libraries and Node.js itself would write to the console to the log, so that there is one log in one form, without
 * secrets. An error that nobody caught is logged before it ends the process.
 */
export function captureOutput(log: Log): void {
  for (const [name, level] of Object.entries(levels)) {
    Object.assign(console, {
      [name]: (...words: unknown[]) => log[level]({ from: `console.${name}` }, format(...words)),
    })
  }
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning of Node.js'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error')
    process.exit(1)
  })
}
