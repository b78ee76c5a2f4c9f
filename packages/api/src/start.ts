import './umask.ts'
import './heap-growth.ts'
import process from 'node:process'
import { buildSite } from './pages/build-site.ts'
import { run } from './run.ts'

// `npm start`: rebuilds the site if its sources changed, and runs everything on this machine.
buildSite()
await run({
  allowsStandIns: true,
  async afterStart(server) {
    if (!process.argv.includes('--demo')) return
    const { fillDemoShop } = await import('./demo/demo-shop.ts')
    await fillDemoShop(server)
  },
})
