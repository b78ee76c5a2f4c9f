import './umask.ts'
import './heap-growth.ts'
import { enableCompileCache } from 'node:module'
import process from 'node:process'
import { buildSite } from './pages/build-site.ts'

// `npm start`: rebuilds the site if its sources changed, and runs everything on this machine. Later starts find the compiled
// modules in the cache.
enableCompileCache()
buildSite()
const { run } = await import('./run.ts')
await run({
  allowsStandIns: true,
  async afterStart(server) {
    if (!process.argv.includes('--demo')) return
    const { fillDemoShop } = await import('./demo/demo-shop.ts')
    await fillDemoShop(server)
  },
})
