import type { Plugin } from 'vite'

/**
 * Leaves out the names that React Router gives its components for development tools. A bundler keeps a component that is
 * given a name, used or not, and all that the component needs.
 */
export function withoutDisplayNames(): Plugin {
  return {
    name: 'without-display-names',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\/production\/.*\.js$/ },
      handler: (code) => ({
        code: code
          .replaceAll(/^\w+\.displayName = ".*";$/gm, '')
          .replaceAll(/ = (React\$1\.(?:forwardRef|createContext)\()/g, ' = /* @__PURE__ */ $1'),
        map: null,
      }),
    },
  }
}
