import { defineConfig, mergeConfig, type UserConfig } from 'vite'
import base from './vite.config.ts'

/** Builds the admin. */
export default defineConfig(async () => {
  const config: UserConfig = {
    build: {
      rolldownOptions: {
        input: ['admin.html', 'admin-login.html'],
        output: {
          codeSplitting: {
            // What every screen loads is one chunk: as files of their own, most would be smaller than the headers of their response.
            groups: [
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
            ],
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
