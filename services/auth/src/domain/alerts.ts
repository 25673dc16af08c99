import { gainOf, inRupees, ownerAlertLimits } from '@kismet/contracts'
import type { AlertMeasures } from '@kismet/contracts'
import { indiaText } from './owner-letter.ts'

export type RuleName = 'oldest' | 'ledger' | 'rtp' | 'large-win'
type Measures = Omit<AlertMeasures, 'wins'>
export type LargeWin = AlertMeasures['wins'][number]

/** A rule as stored. `threshold`: minutes, hundredths of a percentage point, or paise; null: the rule is off. */
export interface StoredRule {
  readonly rule: RuleName
  readonly threshold: number | null
  /** The last mail about the broken rule. */
  readonly raisedAtMs: number | null
  /** Owners were told that the rule is broken, and not yet that it is over. */
  readonly isOpen: boolean
  /** The games that broke the rule of the RTP while the rule is open. */
  readonly games: readonly string[]
}

/** The lowest and the highest theoretical RTP of a game, in per cent. */
export type Theory = Readonly<
  Record<NonNullable<Measures['returns']>[number]['game'], readonly [low: number, high: number]>
>

interface Now {
  readonly theory: Theory
  readonly nowMs: number
  /** The address of a page of the back office: a line of the mail, if the operator has set the origin. */
  readonly linkTo: (path: string) => readonly string[]
}

/** A mail about a rule: its subject, and its lines. */
export interface Alert {
  readonly title: string
  readonly lines: readonly string[]
}

/** Whether the measures break a rule. `unknown`: the measure is missing. */
type Standing =
  | ({ readonly is: 'broken' | 'kept'; readonly games?: readonly string[] } & Alert)
  | { readonly is: 'unknown' }

/** Each rule sends one mail an hour at most. A rule that stays broken sends one mail a day. */
const quietMs = 60 * 60_000
const remindAfterMs = 24 * quietMs
/** Chance explains the RTP of fewer bets. */
const betsNeeded = 1_000
const minuteMs = 60_000

const unknown = { is: 'unknown' } as const
const rupees = (amountPaise: number): string => inRupees(amountPaise / 100)

function ageStanding(threshold: number, { waiting }: Measures, { nowMs, linkTo }: Now): Standing {
  if (waiting === null) return unknown
  const { oldest, count, sumPaise } = waiting
  const all = count === 0 ? 'No request waits.' : `Requests that wait: ${count}, ${rupees(sumPaise)} in all.`
  const minutes = oldest === null ? 0 : Math.floor((nowMs - Date.parse(oldest.at)) / minuteMs)
  if (oldest === null || minutes <= threshold)
    return { is: 'kept', title: `No request waits for more than ${threshold} minutes now`, lines: [all] }
  const page = oldest.kind === 'deposit' ? 'deposit-requests' : 'withdrawal-requests'
  return {
    is: 'broken',
    title: `A ${oldest.kind} of ${rupees(oldest.amountPaise)} has waited for ${minutes} minutes`,
    lines: [
      `Player ${oldest.email}, asked on ${indiaText(Date.parse(oldest.at))}.`,
      ...linkTo(`/admin/${page}?id=${oldest.id}`),
      all,
    ],
  }
}

function ledgerStanding({ ledger }: Measures, { linkTo }: Now): Standing {
  const lines = linkTo('/admin/ledger')
  if (ledger === 'clean') return { is: 'kept', title: 'The ledger balances again', lines }
  return ledger === 'broken' ? { is: 'broken', title: 'The ledger does not balance', lines } : unknown
}

/** A game that broke the rule and has too few bets now keeps the rule open. */
function rtpStanding(
  { isOpen, games }: StoredRule,
  threshold: number,
  { returns }: Measures,
  { theory, linkTo }: Now,
): Standing {
  if (returns === null) return unknown
  const measured = returns.filter(({ bets }) => bets >= betsNeeded)
  const outside = measured.filter(({ game, actualPercent }) => {
    const [low, high] = theory[game]
    return actualPercent < low - threshold / 100 || actualPercent > high + threshold / 100
  })
  const unmeasured = isOpen ? games.filter((name) => measured.every(({ game }) => game !== name)) : []
  if (outside.length === 0)
    return unmeasured.length > 0 ? unknown : { is: 'kept', title: 'The RTP is within its limit again', lines: [] }
  const lines = outside.map(
    ({ game, bets, actualPercent }) =>
      `${game} paid back ${actualPercent.toFixed(2)}% in seven days (${bets.toLocaleString('en-IN')} bets, theory ${[...new Set(theory[game])].map((one) => one.toFixed(2)).join(' to ')}%).`,
  )
  const title = `The RTP is outside of its limit: ${outside.map(({ game }) => game).join(', ')}`
  return {
    ...{ is: 'broken', title, lines: [...lines, ...linkTo('/admin/ledger')] },
    games: [...outside.map(({ game }) => game), ...unmeasured],
  }
}

function standingOf(stored: StoredRule, measures: Measures, now: Now): Standing {
  const { rule, threshold } = stored
  if (threshold === null || rule === 'large-win') return unknown
  if (rule === 'oldest') return ageStanding(threshold, measures, now)
  return rule === 'ledger' ? ledgerStanding(measures, now) : rtpStanding(stored, threshold, measures, now)
}

const isQuiet = ({ raisedAtMs }: StoredRule, forMs: number, nowMs: number): boolean =>
  raisedAtMs !== null && nowMs < raisedAtMs + forMs

/** Whether wins may be mailed: the rule is on, and sent no mail within the hour. */
export const mayMailWins = (stored: StoredRule, nowMs: number): boolean =>
  stored.threshold !== null && !isQuiet(stored, quietMs, nowMs)

/**
 * The mail about a rule, and what to store of the rule; null for no mail. A mail leaves when the rule breaks, once a day
 * while it stays broken, and when it is over.
 */
export function alertOf(
  stored: StoredRule,
  measures: Measures,
  now: Now,
): (Pick<StoredRule, 'isOpen' | 'games'> & { readonly alert: Alert }) | null {
  const standing = standingOf(stored, measures, now)
  if (standing.is === 'unknown') return null
  const { is, games = [], ...alert } = standing
  if (is === 'kept') return stored.isOpen ? { isOpen: false, games, alert } : null
  return isQuiet(stored, stored.isOpen ? remindAfterMs : quietMs, now.nowMs) ? null : { isOpen: true, games, alert }
}

/** The wins that count for the rule at this moment. */
export function winsAbove(threshold: number, wins: readonly LargeWin[], nowMs: number): LargeWin[] {
  const fromMs = nowMs - ownerAlertLimits.winsKeptMs
  return wins.filter((win) => gainOf(win) >= threshold && Date.parse(win.at) >= fromMs)
}

/** The mail about wins that no mail has told, the largest gain first. `emails`: of the players. */
export function winsAlert(
  wins: readonly [LargeWin, ...LargeWin[]],
  emails: ReadonlyMap<string, string>,
  linkTo: Now['linkTo'],
): Alert {
  const sum = (some: readonly LargeWin[]) => rupees(some.reduce((all, win) => all + gainOf(win), 0))
  const { winsNamed } = ownerAlertLimits
  const [largest] = wins
  const others = wins.slice(winsNamed)
  const title =
    wins.length === 1
      ? `A player won ${sum(wins)} in ${largest.game}`
      : `${wins.length} large wins, ${sum(wins)} in all, the largest ${sum([largest])}`
  const lines = wins.slice(0, winsNamed).flatMap((win) => {
    const amounts = `stake ${rupees(win.stakePaise)}, payout ${rupees(win.payoutPaise)}`
    const player = emails.get(win.playerId) ?? win.playerId
    return [
      `${sum([win])} in ${win.game} by ${player}: ${amounts}, on ${indiaText(Date.parse(win.at))}.`,
      ...linkTo(`/admin/evidence/bet/${win.reference}`),
    ]
  })
  return {
    title,
    lines: [...lines, ...(others.length === 0 ? [] : [`And ${others.length} more, ${sum(others)} in all.`])],
  }
}
