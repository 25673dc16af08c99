/** Widths in px from which something has room, in both apps. CSS cannot read them: `min-width: N` and `max-width: N - 1` repeat them, and the house rules know no others. */
export const breakpoints = {
  /** Below it the narrowest phones, which leave out what is said elsewhere too. */
  phone: 360,
  /** Rows of a table unfold; a question stands in the middle. */
  rows: 640,
  /** Back office: pages at the side instead of tabs at the foot, panes next to each other. */
  desk: 760,
  /** Stage and side column; tabs above instead of the bar below. */
  side: 1024,
  /** Back office: the pages have their names. */
  names: 1180,
  /** The player's bar has room for everything. */
  bar: 1280,
} as const

/** Largest heights in px of each compact layout. CSS repeats them as `max-height: N` and `min-height: N + 1`. */
export const lowHeights = {
  /** A phone in landscape. */
  landscape: 480,
  /** A phone with its keyboard open. */
  withKeyboard: 540,
  /** A low phone in portrait. */
  portrait: 780,
  /** A very low phone in portrait. */
  portraitLow: 660,
  /** A very low phone in portrait, with the bars of its browser. */
  portraitWithBars: 579,
} as const

/** The media query for all that is narrower. */
export function below(name: keyof typeof breakpoints): string {
  return `(max-width: ${breakpoints[name] - 1}px)`
}
