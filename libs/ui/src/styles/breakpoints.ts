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

/** Heights in px up to which a page is laid out anew: a phone on its side, and one held upright that is low, very low, or has its browser's bars too. `max-height: N` and `min-height: N + 1` repeat them. */
export const lowHeights = { onItsSide: 480, upright: 780, uprightVery: 660, uprightMost: 579 } as const

/** The media query for all that is narrower. */
export function below(name: keyof typeof breakpoints): string {
  return `(max-width: ${breakpoints[name] - 1}px)`
}
