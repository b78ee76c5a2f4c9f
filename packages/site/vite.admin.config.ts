import { defineConfig, mergeConfig, type UserConfig } from 'vite'
import base from './vite.config.ts'

/** Builds the admin. */
export default defineConfig(async () => {
  const config: UserConfig = {
    build: {
      rolldownOptions: {
        input: 'admin.html',
        output: {
          codeSplitting: {
            // What every screen loads is one chunk: as files of their own, most would be smaller than the headers of their response.
            groups: [{ name: 'admin-base', tags: ['$initial'] }],
          },
        },
      },
      manifest: '.vite/admin-manifest.json',
      cssCodeSplit: true,
      copyPublicDir: false,
      chunkSizeWarningLimit: 2_000,
    },
  }
  return mergeConfig(await base({ command: 'build', mode: 'production' }), config)
})
