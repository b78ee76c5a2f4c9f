import './umask.ts'
import { createDevPages } from './pages/dev-site.ts'
import { run } from './run.ts'

// `npm run dev`: the site from its sources with hot reload, on the one port.
await run({ laptop: true, openPages: (options, httpServer) => createDevPages({ ...options, httpServer }) })
