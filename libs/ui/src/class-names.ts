/** Joins class names, without false, null and undefined. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/** The text classes of styles/base.css. The back office adds those of its own style sheet. */
export interface TextNames {
  sr: true
  srNarrow: true
  muted: true
  small: true
  key: true
  mono: true
  bold: true
  num: true
  win: true
  loss: true
  gold: true
  result: true
  link: true
  unknown: true
  low: true
  push: true
}

/** Text classes in one attribute. A name that no style sheet has is a type error. */
export function textClass(...names: (keyof TextNames | false | null | undefined)[]): string {
  return classNames(...names)
}

/** The colour of a net result in paise: green above 0, red below. */
export const netClass = (paise: number): string => textClass(paise > 0 && 'win', paise < 0 && 'loss')
