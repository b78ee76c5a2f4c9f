import { defineConfig, mergeConfig, type UserConfig } from 'vite'
import { siteConfig, type ChunkGroups } from './vite.config.ts'

/** What every screen loads is one chunk: as files of their own, most would be smaller than the headers of their response. */
const groups: ChunkGroups = [
  // The first page of the login has neither.
  { name: 'router', test: /\/node_modules\/react-router/, priority: 2 },
  {
    name: 'login',
    test: /\/admin\/(staff\/login\/(LoginForm|LoginFrame|login\.module)|platform\/ui\/(Field|Plain|form-errors|open-dialogs)|app\/(toast-place|admin\.css)|platform\/session\/admin-paths)|\/ui\/(Toaster|toast-store|RegistrationMark|style-nonce|tokens|unless-blocked)|stored-token|preload-helper|core\/src\/(platform\/(http\/|errors|roles)|staff\/auth\/endpoints)/,
    priority: 1,
  },
  {
    name: 'admin-base',
    tags: ['$initial'],
    test: /^(?!.*(\.html|(login|admin)-entry\.tsx|mount-login\.tsx|\/admin\/index\.ts)$)/,
  },
  {
    name: 'admin-start',
    test: /\/admin\/(platform\/(session\/|ui\/page-params)|orders\/(order-filter|order-page-query|orders-view))|query-core\/(?!.*Observer)/,
  },
  { name: 'query', test: /\/node_modules\/@tanstack\// },
  {
    name: 'lists',
    test: /\/admin\/platform\/(ui\/(ActionMenu|Pager|NativeSelect|SearchField|DayInput|list-filter|row-keys|StateTag|media|use-role|ScreenTitle|Tabs|list-states|lost-server)|downloads\/downloads\.)|isolated-text|\/ui\/(lazy-load|LoadBoundary)/,
  },
  {
    name: 'orders',
    test: /\/admin\/orders\/(order-state-labels|order-actions|use-order-actions|order-queries|OrderParts|OrderList\.module|OrdersPanel\.module|orders-file-name)/,
  },
  {
    name: 'posts',
    test: /\/admin\/blog\/(post-queries|draft-queries|post-rows|post-views-labels)/,
  },
]

/** Builds the admin. */
export default defineConfig(async () => {
  const config: UserConfig = {
    build: {
      rolldownOptions: { input: ['admin.html', 'admin-login.html'] },
      manifest: '.vite/admin-manifest.json',
      cssCodeSplit: true,
      copyPublicDir: false,
      chunkSizeWarningLimit: 2_000,
    },
  }
  return mergeConfig(await siteConfig(groups), config)
})
