import { formatMoment } from '../../core/format/time.ts'

/** The time of the day in ms, in India, of an instant as contracts have it: 17:40:46.118. */
export function momentText(at: string): string {
  return formatMoment(at) + at.slice(19, 23)
}

/** What lies between two instants, in ms. */
export function msBetween(from: string, at: string): number {
  return Date.parse(at) - Date.parse(from)
}

/** The same in words: +24.120 s. */
export function sinceText(from: string, at: string): string {
  const ms = msBetween(from, at)
  return `${ms < 0 ? '\u2212' : '+'}${(Math.abs(ms) / 1_000).toFixed(3)} s`
}

/** How long something took: 41 ms, 24.12 s. */
export function durationText(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(2)} s`
}
