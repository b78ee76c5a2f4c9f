import process from 'node:process'
import { setFlagsFromString } from 'node:v8'

// Linux's C library reads this variable before a program starts, so without it the program replaces its process with a new
// one that has it. Otherwise each thread of Node keeps freed memory of its own: 17 MB idle, 43 MB after load. Windows has no execve().
// oxlint-disable-next-line no-restricted-properties -- before any other module is loaded
const { env } = process
if (process.platform === 'linux' && env['MALLOC_ARENA_MAX'] === undefined)
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...env,
    MALLOC_ARENA_MAX: '1',
  })

// V8 collects garbage once a heap has grown to several times its live size, depending on the machine's memory. This halves the
// memory of a busy server. It costs little in a mixed load and an eighth more processor time for large responses such as lists of
// orders (docs/performance.md). It goes with `--max-semi-space-size=2`, which V8 reads only from the command line.
setFlagsFromString('--heap-growing-percent=50')

// The chunks of uploads are memory outside the heap, which V8 counts towards the growth above. By default so many accumulate
// that V8 marks the whole heap about once a second during an upload; a small value lets it free them earlier.
setFlagsFromString('--scavenger-max-new-space-capacity-mb=2')
