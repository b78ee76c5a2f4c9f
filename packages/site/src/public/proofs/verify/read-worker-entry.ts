import { serveReading } from './read-worker.ts'

serveReading()
