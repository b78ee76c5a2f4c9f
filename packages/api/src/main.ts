import './umask.ts'
import { enableCompileCache } from 'node:module'

// Production: `node packages/api/src/main.ts`, after `npm run build`. Nothing is assumed that is not configured.
// What was compiled at an earlier start is kept: the next one needs neither the time nor the memory of it again.
enableCompileCache()
const { run } = await import('./run.ts')
await run({ laptop: false })
