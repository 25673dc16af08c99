const aheadMs = 330 * 60_000
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

/** India has one time all year, so that it takes no Intl.DateTimeFormat, whose first instance costs a phone's processor 15 ms of the first paint. */
function inIndia(instant: string | number): { weekday: string; date: string; year: number; time: string } {
  const shifted = new Date(new Date(instant).getTime() + aheadMs)
  return {
    weekday: weekdays[shifted.getUTCDay()] ?? '',
    date: `${shifted.getUTCDate()} ${months[shifted.getUTCMonth()] ?? ''}`,
    year: shifted.getUTCFullYear(),
    time: shifted.toISOString().slice(11, 19),
  }
}

const toMinutes = (time: string): string => time.slice(0, 5)

/** An instant as the clock of the top bar has it: Sat 21 Nov, 17:42. */
export function formatClock(instant: string | number): string {
  const { weekday, date, time } = inIndia(instant)
  return `${weekday} ${date}, ${toMinutes(time)}`
}

/** The time of the day with seconds, in India: 17:42:05. */
export function formatMoment(instant: string | number): string {
  return inIndia(instant).time
}

/** The time of today with seconds, of another day with its day, in India: 17:42:05; 21 Nov, 17:42. */
export function formatRecent(instant: string | number, nowMs = Date.now()): string {
  return formatDate(instant) === formatDate(nowMs) ? formatMoment(instant) : formatDay(instant, nowMs)
}

/** A date of any year, in India: 21 Nov 2026. */
export function formatDate(instant: string | number): string {
  const { date, year } = inIndia(instant)
  return `${date} ${year}`
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

/** A day in a row of days, in India: 21 Nov. */
export function formatDayOfYear(instant: string | number): string {
  return inIndia(instant).date
}

/** A day and its time in a list, in India: 21 Nov, 17:24; of another year than now 21 Nov 2025, 17:24. */
export function formatDay(instant: string | number, nowMs = Date.now()): string {
  const { date, year, time } = inIndia(instant)
  return `${date}${year === inIndia(nowMs).year ? '' : ` ${year}`}, ${toMinutes(time)}`
}

/** A minute of any year, in India: 21 Nov 2026, 17:24. */
export function formatMinute(instant: string | number): string {
  return `${formatDate(instant)}, ${toMinutes(formatMoment(instant))}`
}

/** The app reports input once a minute, so an admin with input this recent counts as present. */
const nowWithinMs = 2 * 60_000

/** The time of the last input: now, 8 min ago, 21 Nov, 19:12. */
export function seenText(at: string, nowMs: number): string {
  const agoMs = nowMs - Date.parse(at)
  if (agoMs < nowWithinMs) return 'now'
  return agoMs < 60 * 60_000 ? `${formatAge(agoMs)} ago` : formatDay(at)
}
