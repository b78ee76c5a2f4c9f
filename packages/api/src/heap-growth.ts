import { setFlagsFromString } from 'node:v8'

// V8 collects garbage once a heap has grown to several times its live size, by the memory of the machine. This halves what a
// busy server holds. It costs little in a mixed load and an eighth more processor time for large responses such as lists of orders
// (docs/performance.md). The other half is `--max-semi-space-size=2`, which V8 reads only
// from the command line.
setFlagsFromString('--heap-growing-percent=50')

// The chunks of uploads are memory outside the heap, which V8 counts towards the growth above. With its usual value it keeps so many
// that a whole heap is marked about once a second of uploading; a small one lets it free them in time.
setFlagsFromString('--scavenger-max-new-space-capacity-mb=2')
