import { serveReading } from '../read-worker.ts'
import { openPage } from './verify-offline.tsx'

// One script is all that verify.html has, so it is the page's and, started again from its own text, the worker's.
if (typeof document === 'undefined') serveReading()
else {
  const source = document.currentScript?.textContent ?? ''
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
  openPage(() => new Worker(url))
}
