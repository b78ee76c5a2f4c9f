import './platform/config/umask.ts'
import { createDevPages } from './pages/dev-site.ts'
import { run } from './run.ts'

// `npm run dev`: serves the site from its sources with hot reload, on the same port as the API.
await run({
  allowsStandIns: true,
  openPages: (options, httpServer) => createDevPages({ ...options, httpServer }),
})
