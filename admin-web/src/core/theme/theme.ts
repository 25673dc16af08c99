export type Theme = 'dark' | 'light'

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

export function otherTheme(theme: Theme): Theme {
  return theme === 'dark' ? 'light' : 'dark'
}
