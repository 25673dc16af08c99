type Theme = 'dark' | 'light'

/** public/theme.js reads the same key before the first paint. */
export const themeKey = 'theme'

/** The theme that this browser has chosen; dark until it chooses. */
export function readTheme(storage: Storage = localStorage): Theme {
  return storage.getItem(themeKey) === 'light' ? 'light' : 'dark'
}

/** Shows a theme and keeps the choice. */
export function applyTheme(theme: Theme, storage: Storage = localStorage): void {
  document.documentElement.dataset.theme = theme
  storage.setItem(themeKey, theme)
}

/** Paper is white: a page is printed in the light theme. */
export function printInLight(): void {
  const { dataset } = document.documentElement
  window.addEventListener('beforeprint', () => {
    dataset.theme = 'light'
  })
  window.addEventListener('afterprint', () => {
    dataset.theme = readTheme()
  })
}
