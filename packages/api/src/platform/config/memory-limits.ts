import process from 'node:process'
import { setFlagsFromString } from 'node:v8'

// Linux's C library reads this variable before a program starts, so without it the program starts again in its own process. Otherwise
// each thread of Node keeps freed memory of its own: 17 MB idle, 43 MB after load. On Windows execve() would throw.
// oxlint-disable-next-line no-restricted-properties -- before any other module is loaded
const { env } = process
if (process.platform === 'linux' && env['MALLOC_ARENA_MAX'] === undefined)
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...env,
    MALLOC_ARENA_MAX: '1',
  })

// V8 collects garbage once a heap has grown to several times its live size, by the memory of the machine. This halves what a
// busy server holds. It costs little in a mixed load and an eighth more processor time for large responses such as lists of orders
// (docs/performance.md). The other half is `--max-semi-space-size=2`, which V8 reads only
// from the command line.
setFlagsFromString('--heap-growing-percent=50')

// The chunks of uploads are memory outside the heap, which V8 counts towards the growth above. With its usual value it keeps so many
// that a whole heap is marked about once a second of uploading; a small one lets it free them in time.
setFlagsFromString('--scavenger-max-new-space-capacity-mb=2')
