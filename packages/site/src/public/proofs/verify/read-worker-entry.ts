import { serveReading } from './verification.ts'

serveReading()
