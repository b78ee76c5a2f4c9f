import { fuzzCalls } from './fuzz-run.ts'

await fuzzCalls('staff')
