/* global document, localStorage -- a classic script of the page */
// Before the first paint, so that a light page does not flash dark. src/app/theme/theme.ts keeps the choice.
try {
  if (localStorage.getItem('theme') === 'light') document.documentElement.dataset.theme = 'light'
} catch {
  // A browser without storage shows the dark theme.
}
