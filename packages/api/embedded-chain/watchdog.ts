import { spawn } from 'node:child_process'
import process from 'node:process'

// Runs a program for its parent, and ends it when the parent ends for any reason: a killed process cannot end its own
// children. Usage: `node watchdog.ts <program> <arguments>`, with an IPC channel to the parent.
const [, , program = '', ...args] = process.argv
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true })
const end = () => void child.kill('SIGKILL')
process.once('disconnect', end)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
child.once('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
child.once('exit', (code) => process.exit(code ?? 1))
process.send?.({ childId: child.pid })
