import './platform/config/umask.ts'
import './platform/config/memory-limits.ts'
import { enableCompileCache } from 'node:module'

// Production: `node packages/api/src/main.ts`, after `npm run build`. Everything must be configured; there are no
// development defaults. The compile cache makes later starts faster and saves memory.
enableCompileCache()
const { run } = await import('./run.ts')
await run({ allowsStandIns: false })
