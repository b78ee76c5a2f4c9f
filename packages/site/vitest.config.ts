import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** Files that change what the others share (globals, the environment, IndexedDB): each gets its own process. */
const isolated = [
  'test/admin/blog/admin-drafts.test.ts',
  'test/admin/blog/admin-draft-windows.test.ts',
  'test/admin/blog/admin-offline.test.ts',
  'test/admin/blog/admin-post-editor.test.ts',
  'test/admin/platform/admin-session.test.ts',
  'test/build-budget.test.ts',
  'test/invariants/web-draft-invariants.test.ts',
  'test/public/orders/order-watch.test.ts',
  'test/ui/lazy-load.test.ts',
  'test/ui/unless-leaving.test.ts',
  'test/public/orders/upload-connection.test.ts',
  'test/public/orders/upload-fingerprint.test.ts',
  'test/public/orders/upload-store.test.ts',
  'test/app/web-connection.test.ts',
  'test/app/web-draft-tabs.test.ts',
  'test/app/web-draft-store.test.ts',
  'test/app/web-drafts.test.ts',
]
// A wrong name would leave a file out silently.
for (const file of isolated) {
  if (!existsSync(path.join(import.meta.dirname, file))) throw new Error(`${file} does not exist`)
}
const every = globSync('test/**/*.test.{ts,tsx}', { cwd: import.meta.dirname })

// Timeouts only stop hung tests; they do not measure speed. A busy machine is many times slower.
const timeouts = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 120_000 } } }

export default defineConfig({
  test: {
    projects: [
      {
        // Loading React and the site again for each file would take longer than most files' tests.
        test: {
          ...timeouts,
          name: 'shared',
          isolate: false,
          include: every.filter((file) => !isolated.includes(file)),
        },
      },
      { test: { ...timeouts, name: 'isolated', include: isolated } },
    ],
  },
})
