import path from 'node:path'
import process from 'node:process'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { makeSiteFonts } from './scripts/site-fonts.ts'
import { leanRouter } from './scripts/lean-router.ts'

/** The first browsers with light-dark(), which Vite would otherwise replace: its replacement does not follow a nested color-scheme. */
export const styleTargets = ['chrome123', 'firefox120', 'safari17.5']

/** Builds the public site for browsers. scripts/build.ts adds the server build, the admin and the service worker. */
export default defineConfig(async () => {
  await makeSiteFonts()
  const config: UserConfig = {
    root: import.meta.dirname,
    plugins: [react(), leanRouter()],
    // Names compress better than Vite's hashes, and scripts/page-styles.ts sorts the rules by them.
    css: {
      modules: {
        generateScopedName: (name, file) => `${path.basename(file).replace(/\.module\.css.*$/, '')}-${name}`,
      },
    },
    build: {
      target: 'es2023',
      cssTarget: styleTargets,
      outDir: 'dist/client',
      manifest: true,
      // One style sheet for all public pages. What a page needs of it is inlined.
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      // Only for measuring the coverage of the browser tests.
      sourcemap: process.env['SITE_SOURCEMAP'] === 'inline' ? 'inline' : false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        treeshake: {
          propertyReadSideEffects: false,
          // Otherwise importing one export of a feature's index.ts would load all of them.
          moduleSideEffects: [{ test: /\/admin\/([\w-]+\/)*index\.ts$/, sideEffects: false }],
        },
        output: {
          codeSplitting: {
            // Otherwise a group would include its imports, and the loader, which shares some of them, would load them all.
            includeDependenciesRecursively: false,
            groups: [
              // The landing page does not need it until a file is chosen.
              { name: 'valibot', test: /\/valibot\// },
              // A few large chunks compress better than many small ones.
              {
                name: 'framework',
                test: /\/node_modules\/(react|react-dom|react-router|scheduler|zustand)\//,
              },
              {
                name: 'admin-start',
                test: /\/admin\/(platform\/(session\/|ui\/page-params)|orders\/(order-filter|order-page-query|orders-view))|query-core\/(?!.*Observer)/,
              },
              {
                name: 'upload',
                test: /\/public\/(orders\/upload\/(UploadArea|ChosenFile|ZipOfferNote|zip-offer|upload-store)|orders\/order-form\/(entry-store|OrderForm\.module)|pages\/home\/section\.module)|core\/src\/orders\/order-details/,
              },
              {
                name: 'live-order',
                test: /\/public\/orders\/order-page\/(order-labels|order-watch|use-order-watch)|core\/src\/orders\/order-page-view/,
              },
              {
                name: 'work',
                test: /\/public\/platform\/(marks\/|lazy-part|layout\/button.module)|ui\/Seal|core\/src\/(platform\/limits|proofs\/proof\/seal)/,
              },
            ],
          },
        },
      },
    },
    publicDir: 'static',
  }
  return config
})
