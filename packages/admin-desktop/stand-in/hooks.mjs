import { registerHooks } from 'node:module'

/** Whoever asks for `electron`, by import, require or in the inspector, gets the stand-in. */
const url = new URL('electron.mjs', import.meta.url).href

registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' || name === 'electron/main'
      ? { url, format: 'module', shortCircuit: true }
      : next(name, context),
})
