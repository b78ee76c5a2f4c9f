import { setFlagsFromString } from 'node:v8'

// V8 collects garbage once a heap has grown to several times its live size, by the memory of the machine. This halves what a
// busy server holds. It costs little in a mixed load and a third more processor time for large responses such as lists of orders
// (docs/performance.md). The other half is `--max-semi-space-size=2`, which V8 reads only
// from the command line.
setFlagsFromString('--heap-growing-percent=50')
