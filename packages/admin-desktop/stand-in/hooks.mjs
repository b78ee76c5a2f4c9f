import { registerHooks } from 'node:module'

/** Resolves `electron` to the stand-in for import, require and the inspector. */
const url = new URL('electron.mjs', import.meta.url).href

registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' || name === 'electron/main'
      ? { url, format: 'module', shortCircuit: true }
      : next(name, context),
})
