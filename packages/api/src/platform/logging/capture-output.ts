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
 * Redirects the console output of libraries and Node.js to the log, so that everything is in one format and without secrets.
 * An uncaught error is logged before it ends the process.
 */
export function captureOutput(log: Log): void {
  for (const [name, level] of Object.entries(levels)) {
    // Libraries write to this object itself, and Node.js has no other way to receive what they write.
    // oxlint-disable-next-line priormark/replaced-methods
    Object.assign(console, {
      [name]: (...args: unknown[]) => log[level]({ from: `console.${name}` }, format(...args)),
    })
  }
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node.js warning'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error')
    process.exit(1)
  })
}
