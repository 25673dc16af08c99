import { inRupees } from '@kismet/contracts'
import type { AlertMeasures } from '@kismet/contracts'

export type RuleName = 'oldest' | 'ledger' | 'rtp' | 'large-win'

/** A rule as stored. `threshold`: minutes, hundredths of a percentage point, or paise; null: the rule is off. */
export interface StoredRule {
  readonly rule: RuleName
  readonly threshold: number | null
  readonly raisedAtMs: number | null
}

/** The lowest and the highest theoretical RTP of a game, in per cent. */
export type Theory = Readonly<Record<AlertMeasures['returns'][number]['game'], readonly [low: number, high: number]>>

/** Each rule sends one mail an hour at most. */
const quietMs = 60 * 60_000
/** Chance explains the RTP of fewer bets. */
const betsNeeded = 1_000
const minuteMs = 60_000

function brokenText(
  { rule, threshold, raisedAtMs }: StoredRule & { readonly threshold: number },
  { oldestPendingAt, ledger, returns, wins }: AlertMeasures,
  { theory, nowMs }: { readonly theory: Theory; readonly nowMs: number },
): string | null {
  switch (rule) {
    case 'oldest': {
      const minutes = oldestPendingAt === null ? 0 : Math.floor((nowMs - Date.parse(oldestPendingAt)) / minuteMs)
      return minutes > threshold ? `The oldest request has waited for ${minutes} minutes.` : null
    }
    case 'ledger':
      return ledger === 'broken' ? 'The ledger does not balance. See the page of the ledger.' : null
    case 'rtp': {
      const outside = returns.filter(({ game, bets, actualPercent }) => {
        const [low, high] = theory[game]
        return bets >= betsNeeded && (actualPercent < low - threshold / 100 || actualPercent > high + threshold / 100)
      })
      const texts = outside.map(
        ({ game, bets, actualPercent }) =>
          `${game} paid back ${actualPercent.toFixed(2)}% in seven days (${bets} bets, theory ${[...new Set(theory[game])].map((one) => one.toFixed(2)).join(' to ')}%)`,
      )
      return texts.length === 0 ? null : `${texts.join('; ')}.`
    }
    case 'large-win': {
      const large = wins.filter(
        ({ payoutPaise, at }) => payoutPaise >= threshold && (raisedAtMs === null || Date.parse(at) > raisedAtMs),
      )
      const texts = large.map(
        ({ game, payoutPaise, reference }) => `${inRupees(payoutPaise / 100)}, ${game}, ${reference}`,
      )
      return texts.length === 0 ? null : `Large wins: ${texts.join('; ')}.`
    }
  }
}

/** What to mail about a rule; null for no mail: the rule is off, is kept, or sent a mail within the hour. */
export function alertOf(
  stored: StoredRule,
  measures: AlertMeasures,
  now: { readonly theory: Theory; readonly nowMs: number },
): string | null {
  const { threshold, raisedAtMs } = stored
  if (threshold === null || (raisedAtMs !== null && now.nowMs < raisedAtMs + quietMs)) return null
  return brokenText({ ...stored, threshold }, measures, now)
}
