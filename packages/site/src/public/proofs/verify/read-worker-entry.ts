import { runReadWorker } from './verification.ts'

runReadWorker()
