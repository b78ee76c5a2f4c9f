import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

export default defineConfig({
  main: { build: { sourcemap: true, rolldownOptions: { input: 'src/main/index.ts' } } },
  preload: {
    build: {
      // A sandboxed preload is one CommonJS file.
      externalizeDeps: false,
      rolldownOptions: {
        input: 'src/preload/index.ts',
        output: { format: 'cjs', entryFileNames: 'index.cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    // electron-vite makes addresses relative, but every screen below app://admin/admin is the same page.
    plugins: [react(), { name: 'absolute-base', config: () => ({ base: '/' }) }],
    build: { rolldownOptions: { input: 'src/renderer/index.html' }, chunkSizeWarningLimit: 2_000 },
  },
})
