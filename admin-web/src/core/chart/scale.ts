/** The axis of a chart: round values from below the least to above the most, zero among them. */
export interface Scale {
  readonly ticks: readonly number[]
  readonly min: number
  readonly max: number
}

/** Steps of the axis that are aimed at. */
const steps = 4

/** The round step at which `span` has about four: 1, 2 or 5 and zeros, and no less than `unit`. */
function roundStep(span: number, unit: number): number {
  const least = Math.max(span / steps / unit, 1)
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((one) => one * power >= least) ?? 10
  return factor * power * unit
}

/** @param unit below which values are not told apart: 1 of counts, 100 of paise */
export function scaleOf(values: readonly number[], unit: number): Scale {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  const step = roundStep(Math.max(most - least, unit), unit)
  const [from, to] = [Math.floor(least / step), Math.max(Math.ceil(most / step), 1)]
  const ticks = Array.from({ length: to - from + 1 }, (_, at) => (from + at) * step)
  return { ticks, min: from * step, max: to * step }
}

/** How far up a value stands, in per cent. */
export function heightOf({ min, max }: Scale, value: number): number {
  return ((value - min) / (max - min)) * 100
}

/** A count for an axis, in Indian words: 900, 6k, 2.5L, 3Cr. */
export function shortCount(count: number): string {
  const size = Math.abs(count)
  const sign = count < 0 ? '\u2212' : ''
  const [divisor, word] = size >= 1e7 ? [1e7, 'Cr'] : size >= 1e5 ? [1e5, 'L'] : size >= 1e3 ? [1e3, 'k'] : [1, '']
  return `${sign}${String(Math.round((size / divisor) * 100) / 100)}${word}`
}

/** Paise for an axis: ₹30k. */
export function shortRupees(paise: number): string {
  const text = shortCount(paise / 100)
  return text.startsWith('\u2212') ? `\u2212₹${text.slice(1)}` : `₹${text}`
}
