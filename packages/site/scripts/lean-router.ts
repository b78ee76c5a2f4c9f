import type { Plugin } from 'vite'

/**
 * Removes unused parts of react-router from the bundle. Its module assigns `displayName` to its components and wraps
 * them in calls. Both count as side effects, so the bundler would keep unused forms, prefetching and framework
 * scripts. The package exports its development build only, with warnings that are useless in production.
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
          .replace('ENABLE_DEV_WARNINGS = true', 'ENABLE_DEV_WARNINGS = false')
          .replace(/= (React\w*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'),
    },
  }
}
