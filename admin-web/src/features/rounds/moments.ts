import { formatMoment } from '../../core/format/time.ts'

/** The time of the day in ms, in India, of an instant as contracts have it: 17:40:46.118. */
export function momentText(at: string): string {
  return formatMoment(at) + at.slice(19, 23)
}

/** What lies between two instants: +24.120 s. */
export function sinceText(from: string, at: string): string {
  const ms = Date.parse(at) - Date.parse(from)
  return `${ms < 0 ? '\u2212' : '+'}${(Math.abs(ms) / 1_000).toFixed(3)} s`
}

/** Where an instant lies between two others, in per cent; those outside stand at the end that is nearer. */
export function placeOf(at: string, from: string, to: string): number {
  const whole = Date.parse(to) - Date.parse(from)
  if (whole <= 0) return 0
  return Math.min(100, Math.max(0, ((Date.parse(at) - Date.parse(from)) / whole) * 100))
}
