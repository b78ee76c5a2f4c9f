import type { Plugin } from 'vite'

/**
 * Lets unused parts of react-router fall out of the bundle. Its one module names its components in assignments and
 * wraps them in calls, both of which count as side effects, so that forms, prefetching and framework scripts would
 * stay in although nothing uses them.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/.*\.mjs$/ },
      handler: (code) =>
        code
          .replace(/^\s*\w+\.displayName = "\w*";$/gm, '')
          .replace(/= (React\w*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'),
    },
  }
}
