import type { Plugin } from 'vite'

/**
 * Puts the styles of the parts of libs/ui into a cascade layer, as styles/index.css does with the rest of it. All styles are one file, whose order follows that of the imports: without a layer it would decide
 * whether the rule of an app or that of a part of libs/ui holds. What is in no layer wins.
 */
export function uiLayer(): Plugin {
  return {
    name: 'kismet-ui-layer',
    enforce: 'pre',
    transform: {
      filter: { id: /\/libs\/ui\/src\/.+\.module\.css$/ },
      // On the same line: names are made from where they stand.
      handler: (code) => ({ code: `@layer ui {${code}}`, map: null }),
    },
  }
}
