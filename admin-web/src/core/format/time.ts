const timeZone = 'Asia/Kolkata'
const clockStyle = new Intl.DateTimeFormat('en-IN', {
  timeZone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const momentStyle = new Intl.DateTimeFormat('en-IN', {
  timeZone,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** An instant in ms as the clock of the top bar has it: Sat 21 Nov, 17:42. */
export function formatClock(atMs: number): string {
  const parts = new Map(clockStyle.formatToParts(atMs).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? ''
  return `${part('weekday')} ${part('day')} ${part('month')}, ${part('hour')}:${part('minute')}`
}

/** The time of the day with seconds, in India: 17:42:05. */
export function formatMoment(instant: string | number): string {
  return momentStyle.format(new Date(instant))
}

/** How long ago something was, in its two largest units: 40 s, 3 min, 1 h 2 min, 2 d 3 h. */
export function formatAge(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1_000))
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600), Math.floor(seconds / 86_400)]
  const two = (large: string, rest: number, unit: string): string => (rest === 0 ? large : `${large} ${rest} ${unit}`)
  if (minutes === 0) return `${seconds} s`
  if (hours === 0) return `${minutes} min`
  if (days === 0) return two(`${hours} h`, minutes % 60, 'min')
  return two(`${days} d`, hours % 24, 'h')
}

const dayStyle = new Intl.DateTimeFormat('en-IN', {
  timeZone,
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** A day and its time in a list, in India: 21 Nov, 17:24. */
export function formatDay(instant: string | number): string {
  return dayStyle.format(new Date(instant))
}
