import type { AuditRow, AuditState, Paise } from '@kismet/contracts'
import { AuditDetail, paise } from '@kismet/contracts'
import { formatRupees } from '@kismet/ui/format/money.ts'

/** What was done, without what to: approve; view proof. */
export function verbOf({ action }: Pick<AuditRow, 'action'>): string {
  return action.slice(action.indexOf('.') + 1).replaceAll('-', ' ')
}

/** To which kind of thing: deposit; site maintenance. */
export function kindOf({ action }: Pick<AuditRow, 'action'>): string {
  return action.slice(0, action.indexOf('.')).replaceAll('-', ' ')
}

const words = (name: string): string =>
  name
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
    .replace(/\b(ifsc|utr|qr|id|ip)\b/g, (one) => one.toUpperCase())

/** An object that a detail has as JSON, such as the filters of an export, in words. Null for any other text. */
function objectText(text: string): string | null {
  if (!text.startsWith('{')) return null
  try {
    const fields = AuditDetail.safeParse(JSON.parse(text))
    if (!fields.success) return null
    const said = Object.entries(fields.data).filter(([, value]) => value !== null)
    return said.map(([name, value]) => `${words(name.replace(/Paise$/, ''))} ${valueOf(name, value)}`).join('; ') || '-'
  } catch {
    return null
  }
}

/** One value of a detail; what is named as paise is shown in rupees. */
function valueOf(name: string, value: AuditDetail[string]): string {
  if (value === null) return '-'
  if (typeof value === 'string') return objectText(value) ?? value
  if (typeof value === 'number' && /paise$/i.test(name)) return formatRupees(paise(value))
  return String(value)
}

const namesBefore = ['before', 'from', 'beforePaise']
const namesAfter = ['after', 'to', 'afterPaise']

/** What changed: from what to what, and whatever else was written down, by its name. */
export interface Change {
  readonly before: string | null
  readonly after: string | null
  readonly others: readonly (readonly [name: string, value: string])[]
}

export function changeOf({ detail }: Pick<AuditRow, 'detail'>): Change {
  const shown = Object.entries(detail).map(([name, value]) => [name, valueOf(name, value)] as const)
  const one = (names: readonly string[]): string | null => shown.find(([name]) => names.includes(name))?.[1] ?? null
  const ends = { before: one(namesBefore), after: one(namesAfter) }
  const isStep = [ends.before, ends.after].some((end) => end !== null && end !== '-')
  return {
    ...(isStep ? ends : { before: null, after: null }),
    others: shown
      .filter(([name, value]) => ![...namesBefore, ...namesAfter].includes(name) && value !== '-')
      .map(([name, value]) => [words(name.replace(/Paise$/, '')), value] as const),
  }
}

/** The amount that an action is about, in paise. */
export function amountOf({ detail: { amountPaise } }: Pick<AuditRow, 'detail'>): Paise | null {
  return typeof amountPaise === 'number' ? paise(amountPaise) : null
}

/** What changed in one line, without the amount, the player and the admin, who have columns. */
export function changeText({
  detail: { amountPaise: _, playerId: __, username: ___, ...detail },
}: Pick<AuditRow, 'detail'>): string {
  // The other fields are all settings after the change.
  if (typeof detail.changes === 'string') return detail.changes
  const { before, after, others } = changeOf({ detail })
  const step =
    before === null && after === null ? [] : [before === null ? (after ?? '') : `${before} → ${after ?? '-'}`]
  return [...step, ...others.map(([name, value]) => `${name} ${value}`)].join(', ')
}

/** The end of an id or a hash, as it is told apart by. */
export function shortOf(id: string): string {
  return id.length > 20 ? id.slice(-6) : id
}

/** The state of each chain as it was looked at last, of two looks. What either found wrong stays: no chain mends itself. */
export function latestOf(listed: readonly AuditState[], checked: readonly AuditState[]): AuditState[] {
  const latest = new Map(listed.map((state) => [state.service, state]))
  for (const state of checked) {
    const known = latest.get(state.service)
    const isNewer = (state.checkedAt ?? '') > (known?.checkedAt ?? '')
    const newest = known === undefined || isNewer ? state : known
    latest.set(state.service, { ...newest, fault: newest.fault ?? state.fault ?? known?.fault ?? null })
  }
  return [...latest.values()]
}

/** Services check their chains each minute. */
const checkLastsMs = 3_600_000

/** How all chains stand together: broken where one is, unknown where one did not answer or was not checked for an hour. */
export type Standing = 'unbroken' | 'broken' | 'not known'

export function standingOf(states: readonly AuditState[], silent: readonly string[], nowMs: number): Standing {
  if (states.some(({ fault }) => fault !== null)) return 'broken'
  const isOld = ({ checkedAt }: AuditState): boolean =>
    checkedAt === null || nowMs - Date.parse(checkedAt) > checkLastsMs
  return silent.length > 0 || states.some(isOld) ? 'not known' : 'unbroken'
}
