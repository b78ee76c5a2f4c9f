import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { makeSiteFonts } from '../scripts/site-fonts.ts'

/** `npm run workbench`. The site's own build does not contain it. */
export default defineConfig(async () => {
  await makeSiteFonts()
  return {
    root: import.meta.dirname,
    publicDir: path.join(import.meta.dirname, '../static'),
    plugins: [react()],
    server: { host: '127.0.0.1', port: 5174, fs: { allow: [path.join(import.meta.dirname, '../../..')] } },
  }
})
