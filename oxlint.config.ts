import type { OxlintConfig, OxlintOverride } from 'oxlint'
import { banImports, banOutsideRooms, outsideRoom, type Ban, type Rooms } from './.ci/room-rules.ts'

const tests: Ban = { regex: '(^|/)(test|testing)/', message: 'Production code must not import tests' }
const apiSources = (who: string): Ban => ({
  regex: '^@priormark/api|/api/src/',
  message: `${who} may use the API only through core`,
})

// core

const coreBans: Ban[] = [
  tests,
  {
    group: ['*', '!./**', '!../**', '!valibot', '!punycode/**'],
    message: 'core may depend only on valibot and punycode',
  },
]
const coreRooms: Rooms = {
  operations: ['orders', 'proofs', 'blog', 'settings', 'staff', 'platform'],
  pages: ['orders', 'proofs', 'blog', 'settings', 'staff', 'platform'],
  orders: ['proofs', 'settings', 'staff', 'platform'],
  proofs: ['settings', 'staff', 'platform'],
  blog: ['settings', 'staff', 'platform'],
  settings: ['staff', 'platform'],
  staff: ['platform'],
  platform: [],
}
const core: OxlintOverride[] = [
  banImports('packages/core/src/**', coreBans),
  ...banOutsideRooms({
    folder: 'packages/core/src',
    rooms: coreRooms,
    composition: ['api', 'admin-platform'],
    bans: coreBans,
  }),
]

// API

const apiRooms: Rooms = {
  operations: ['orders', 'proofs', 'blog', 'order-book', 'settings', 'staff', 'platform'],
  pages: ['orders', 'proofs', 'blog', 'order-book', 'settings', 'staff', 'platform'],
  orders: ['proofs', 'order-book', 'settings', 'staff', 'platform'],
  proofs: ['order-book', 'settings', 'staff', 'platform'],
  blog: ['settings', 'staff', 'platform'],
  'order-book': ['settings', 'staff', 'platform'],
  settings: ['staff', 'platform'],
  staff: ['platform'],
  platform: [],
}
const apiComposition = ['app', 'dev', 'main', 'run', 'server']
const routes: Ban = { regex: '-routes\\.ts$', message: 'Only app.ts may import routes' }
const stripe: Ban = { regex: '^stripe($|/)', message: 'Only orders/gateway may import stripe' }
const builtSite: Ban[] = [
  { regex: '^@priormark/site|/site/src/', message: "The API may use only the site's build" },
  { regex: '^(react|react-dom)($|/)', message: "The API must render through the site's server build" },
]
const api: OxlintOverride[] = [
  {
    files: ['packages/api/src/**'],
    rules: {
      'priormark/sql-in-strings': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only env.ts may read process.env' },
        {
          object: 'ctx',
          property: 'query',
          message: 'Koa parses it in quadratic time; see platform/http/query.ts',
        },
      ],
    },
  },
  banImports('packages/api/src/**', [routes, stripe, ...builtSite, tests]),
  banImports('packages/api/src/app.ts', [stripe, ...builtSite, tests]),
  ...banOutsideRooms({
    folder: 'packages/api/src',
    rooms: apiRooms,
    composition: apiComposition,
    bans: [routes, stripe, ...builtSite, tests],
  }),
  banImports('packages/api/src/orders/gateway/stripe-*.ts', [
    ...outsideRoom(apiRooms, 'orders', apiComposition),
    routes,
    ...builtSite,
    tests,
  ]),
  {
    files: ['packages/api/src/operations/{backup,doctor,database/migrations}/**'],
    rules: { 'priormark/sql-in-strings': 'off' },
  },
  {
    files: ['packages/api/{bench,cluster,soak,testing}/**'],
    rules: { 'priormark/sql-in-strings': 'error' },
  },
  { files: ['packages/api/src/operations/config/env.ts'], rules: { 'no-restricted-properties': 'off' } },
  banImports('packages/api/{embedded-chain,embedded-stripe}/**', [tests]),
]

// Site

const largeLibraries: Ban = {
  regex: '^(antd|@ant-design|ckeditor5|@ckeditor|@tanstack)',
  message: 'Too large for the public site: only the admin may import it',
}
const siteBans = [apiSources('The site'), tests]
const publicRooms: Rooms = {
  pages: ['orders', 'proofs', 'blog', 'settings', 'platform'],
  // A post can contain the order form.
  blog: ['orders', 'settings', 'platform'],
  orders: ['proofs', 'settings', 'platform'],
  proofs: ['settings', 'platform'],
  settings: ['platform'],
  platform: [],
}
const adminRooms: Rooms = {
  operations: ['orders', 'proofs', 'blog', 'settings', 'staff', 'platform'],
  orders: ['proofs', 'settings', 'staff', 'platform'],
  proofs: ['settings', 'staff', 'platform'],
  blog: ['settings', 'staff', 'platform'],
  settings: ['staff', 'platform'],
  staff: ['platform'],
  platform: [],
}
/** Screens load on demand, so a room offers to others only what its `index.ts` files export. */
const faces: Ban = {
  group: [
    ...Object.keys(adminRooms).flatMap((room) => (room === 'platform' ? [] : [`../**/${room}/**`])),
    '!**/index.ts',
  ],
  message: 'Import another room through an index.ts',
}
const publicPages: Ban = {
  regex: '/(public|rendering)/',
  message: 'public and admin must not import each other',
}
const adminBans = [
  publicPages,
  { regex: '\\.\\./app/', message: 'app is the top layer, so nothing else may import it' },
  ...siteBans,
  faces,
]
const editor: Ban = { regex: '^(ckeditor5|@ckeditor)', message: 'Only the post editor may load CKEditor' }
const site: OxlintOverride[] = [
  ...banOutsideRooms({
    folder: 'packages/site/src/public',
    rooms: publicRooms,
    bans: [
      { regex: '/admin/', message: 'public and admin must not import each other' },
      { regex: '/app/', message: 'app is the web version of the admin' },
      {
        regex: '/rendering/[^/]+$',
        message: 'Pages may import only rendering/page of the room that renders them',
      },
      largeLibraries,
      ...siteBans,
    ],
  }),
  banImports('packages/site/src/ui/**', [
    { regex: '/(admin|public|app|rendering)/', message: 'ui must not import public or admin' },
    largeLibraries,
    ...siteBans,
  ]),
  banImports('packages/site/src/rendering/**', [
    { regex: '/(admin|app)/', message: 'rendering may import public and ui' },
    largeLibraries,
    ...siteBans,
  ]),
  banImports('packages/site/src/rendering/page/**', [
    { regex: '^\\.\\./', message: 'rendering/page may import no other file of the site' },
    largeLibraries,
    ...siteBans,
  ]),
  ...banOutsideRooms({
    folder: 'packages/site/src/admin',
    rooms: adminRooms,
    bans: [editor, ...adminBans],
  }),
  banImports('packages/site/src/admin/blog/editor/**', [
    ...outsideRoom(adminRooms, 'blog', []),
    ...adminBans,
  ]),
  banImports('packages/site/src/admin/{app/**,index.ts}', [publicPages, editor, ...siteBans]),
  banImports('packages/site/src/app/**', [
    { regex: '^(antd|@ant-design|ckeditor5|@ckeditor)', message: 'Only the admin itself may import it' },
    publicPages,
    ...siteBans,
    { group: ['**/admin/**', '!**/admin/index.ts'], message: 'Import admin only through its index.ts' },
  ]),
]

// Desktop app

const desktopBans = [
  { regex: '^@priormark/site|/site/src/', message: 'Only the renderer may import the site' },
  apiSources('The desktop app'),
  tests,
]
const desktop: OxlintOverride[] = [
  banImports('packages/admin-desktop/src/{main,preload,shared}/**', desktopBans),
  ...banOutsideRooms({
    folder: 'packages/admin-desktop/src/main',
    rooms: {
      orders: ['windows', 'staff', 'platform'],
      windows: ['operations', 'staff', 'platform'],
      operations: ['platform'],
      // A login owns its drafts.
      staff: ['blog', 'platform'],
      blog: ['platform'],
      platform: [],
    },
    composition: ['api-forward', 'bridge-handlers', 'deep-link', 'index', 'start-app'],
    bans: desktopBans,
  }),
  banImports('packages/admin-desktop/src/renderer/**', [
    { regex: '^electron($|/)|/(main|preload)/', message: 'Pages may use only the bridge' },
    { regex: '/shared/', allowTypeImports: true, message: 'Pages may import only types from shared' },
    { regex: '^@priormark/site/admin/|/site/src/', message: 'Import admin only through its index.ts' },
    apiSources('The desktop app'),
    tests,
  ]),
]

const config: OxlintConfig = {
  plugins: ['typescript', 'react', 'jsx-a11y', 'import', 'promise', 'unicorn'],
  jsPlugins: ['eslint-plugin-regexp', './.ci/lint-plugin.js'],
  categories: { correctness: 'error' },
  ignorePatterns: ['**/dist/**', '**/var/**', 'packages/admin-desktop/{out,release}/**'],
  rules: {
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-console': 'error',
    'import/no-cycle': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/no-non-null-assertion': 'error',
    'typescript/unbound-method': 'off',
    'typescript/consistent-type-imports': 'error',
    // Playwright requires a destructuring pattern in fixtures, also an empty one.
    'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    'no-restricted-globals': ['error', 'event', 'alert', 'prompt', 'confirm'],
  },
  overrides: [
    {
      files: ['packages/*/src/**', 'packages/api/embedded-*/**'],
      rules: {
        'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
        'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      },
    },
    { files: ['packages/*/src/**'], rules: { 'priormark/replaced-methods': 'error' } },
    ...core,
    ...api,
    ...site,
    ...desktop,
    banImports('packages/*/{bench,cluster,e2e,scripts,soak,test,testing}/**', [
      {
        regex: '(^@priormark/[^/]+|/(api|core|site|admin-desktop))/(test|e2e)/',
        message: "Shared test code belongs in a package's testing folder",
      },
    ]),
    { files: ['.ci/**', '**/scripts/**', '**/bench/**'], rules: { 'no-console': 'off' } },
  ],
}

export default config
