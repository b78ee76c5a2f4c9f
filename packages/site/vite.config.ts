import path from 'node:path'
import process from 'node:process'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown, type UserConfig } from 'vite'
import { makeSiteFonts } from './scripts/site-fonts.ts'
import { leanRouter } from './scripts/lean-router.ts'

/** The first browsers with light-dark(), which Vite would otherwise replace: its replacement does not follow a nested color-scheme. */
export const styleTargets = ['chrome123', 'firefox120', 'safari17.5']

export type ChunkGroups = Rolldown.CodeSplittingGroup[]

/**
 * Few large chunks compress better than many small ones. Each holds what the same pages load. A browser asks for six files at once over
 * HTTP/1.1, so a seventh that the landing page needs for hydration would cost a round trip.
 */
const publicGroups: ChunkGroups = [
  {
    name: 'site',
    test: /\/rendering\/(entry-client|pages\.|Site|page\/page-context)|\/ui\/(toast-store|Toaster|LoadBoundary|lazy-load|RegistrationMark|Seal)|\/public\/platform\/(layout\/(Layout|SiteLink|button|page)|marks\/|analytics\/analytics|folder-entries)|core\/src\/(platform\/(limits|file-size|money)|proofs\/proof\/(record\.|seal)|settings\/policy\/(rule-texts|start-request)|orders\/order-details)/,
  },
  { name: 'calls', test: /\/ui\/site-client|core\/src\/(platform\/(errors|ids|http\/)|pages\/openapi\/)/ },
  { name: 'email-address', test: /core\/src\/platform\/(email-address|trim-end)|\/punycode/ },
  {
    name: 'recording',
    test: /\/RecordSeal|core\/src\/(settings\/policy\/(publicity|recording|service)|platform\/dates\.)/,
  },
  {
    name: 'entry',
    test: /\/public\/orders\/(order-form\/entry-store|upload\/(upload-store|zip-offer))/,
  },
  {
    name: 'upload',
    test: /\/public\/(orders\/(upload\/(UploadArea|ChosenFile)|order-form\/OrderForm\.module)|pages\/home\/section\.module)/,
  },
  {
    name: 'order',
    test: /\/public\/orders\/checkout\/(OrderCard|payment-calls)|core\/src\/(orders\/(order|payments\/endpoints)\.|proofs\/anchors\/blockchain-link)/,
  },
  {
    name: 'live-order',
    test: /\/public\/orders\/order-page\/(order-labels|order-watch|OrderDue)|core\/src\/(orders\/(order-page-view|order-progress|order-rules|accepted-terms|stop-texts)|platform\/page\.|proofs\/anchors\/(anchor\.|anchor-state|proof-mark)|settings\/policy\/anchor-kind)/,
  },
]

/** Builds the public site for browsers. scripts/build.ts adds the server build, the admin and the service worker. */
export default defineConfig(({ isSsrBuild = false }) => siteConfig(isSsrBuild ? [] : publicGroups))

/** Returns what the builds of the public site and of the admin share. */
export async function siteConfig(groups: ChunkGroups): Promise<UserConfig> {
  await makeSiteFonts()
  return {
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
              {
                name: 'framework',
                test: /\/node_modules\/(react|react-dom|react-router|scheduler|zustand)\//,
              },
              ...groups,
            ],
          },
        },
      },
    },
    publicDir: 'static',
  }
}
