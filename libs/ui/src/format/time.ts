import { i18n } from '../words/lingui.tsx'

const timeZone = 'Asia/Kolkata'
const aheadMs = 330 * 60_000
const inWords = { timeZone, day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', hour12: true } as const
const withSeconds = {
  timeZone,
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const

/** How a style writes in the language that is shown; Latin digits in every language (docs/internals/decisions/0011). */
function inLanguages(style: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>()
  return () => {
    const tag = i18n.locale === 'hi' ? 'hi-IN-u-nu-latn' : 'en-IN'
    const known = made.get(tag) ?? new Intl.DateTimeFormat(tag, style)
    made.set(tag, known)
    return known
  }
}

const dayStyle = inLanguages({ timeZone, day: 'numeric', month: 'short', year: 'numeric' })
const shortStyle = inLanguages(inWords)
const yearStyle = inLanguages({ ...inWords, year: 'numeric' })
const clockStyle = inLanguages({ timeZone, hour: 'numeric', minute: '2-digit', hour12: true })
const secondsStyle = inLanguages(withSeconds)

/** India has one time all year, so that this takes no further format. */
const yearInIndia = (instant: string | number): number =>
  new Date(new Date(instant).getTime() + aheadMs).getUTCFullYear()

/**
 * An instant (ISO 8601 text or ms since the epoch) as players read it, in Indian time: 21 Nov, 7:12 pm. If its year is
 * not the present one, with the year.
 */
export function formatTime(instant: string | number, nowMs = new Date().getTime()): string {
  return yearInIndia(instant) === yearInIndia(nowMs)
    ? shortStyle().format(new Date(instant))
    : formatTimeOfYear(instant)
}

/** The same always with its year, for lists that go back for years: 21 Nov 2026, 7:12 pm. */
export function formatTimeOfYear(instant: string | number): string {
  return yearStyle().format(new Date(instant))
}

/** The time of day of an instant of today: 7:12 pm. */
export function formatClock(instant: string | number): string {
  return clockStyle().format(new Date(instant))
}

/** The day of an instant: 3 Aug 2026. */
export function formatDay(instant: string | number): string {
  return dayStyle().format(new Date(instant))
}

/** The same instant with seconds and 24 hours, for comparing with a bank: 21 Nov 2026, 17:24:08. */
export function formatTimeExact(instant: string | number): string {
  return secondsStyle().format(new Date(instant))
}

/** How long something has run: 24:10, and 1:04:10 from an hour on. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000))
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const tail = `${String(minutes).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${tail}` : tail
}
