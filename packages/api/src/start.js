import { enableCompileCache } from 'node:module'
import process from 'node:process'

// `npm start`: rebuilds the site if its sources changed, and runs everything on this machine. In JavaScript, so that a start
// from the cache does not load the TypeScript compiler (14 MB).
enableCompileCache()
await import('./platform/config/umask.ts')
await import('./platform/config/memory-limits.ts')
const { buildSite } = await import('./pages/build-site.ts')
buildSite()
const { run } = await import('./run.ts')
await run({
  allowsStandIns: true,
  async afterStart(server) {
    if (!process.argv.includes('--demo')) return
    const { fillDemoShop } = await import('./operations/demo/demo-shop.ts')
    await fillDemoShop(server)
  },
})
