import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { t } from '@lingui/core/macro'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import type { OwnBet, AviatorState } from './aviator-state.ts'
import { askedOf } from './aviator-state.ts'

/** What a player is told once, whatever brought it: an answer, a push or a snapshot after a time without connection. Amounts in paise. */
export type News =
  | { readonly kind: 'placed'; readonly stakePaise: number }
  | { readonly kind: 'cashedOut'; readonly payoutPaise: number; readonly multiplier: number | null }
  | { readonly kind: 'lost'; readonly stakePaise: number; readonly crashPoint: number | null }
  | { readonly kind: 'refunded'; readonly stakePaise: number }
  /** A bet of which nobody knew whether it counts did not. */
  | { readonly kind: 'notTaken'; readonly stakePaise: number }
  | { readonly kind: 'tookOff' | 'crashed' }

function newsOfBet({ status, betAmount: stakePaise, multiplier, payout, crashPoint }: OwnBet): News[] {
  switch (status) {
    case 'open':
      return [{ kind: 'placed', stakePaise }]
    case 'cashed_out':
      return [{ kind: 'cashedOut', payoutPaise: payout ?? 0, multiplier }]
    case 'lost':
      return [{ kind: 'lost', stakePaise, crashPoint }]
    case 'refunded':
      return [{ kind: 'refunded', stakePaise }]
    case 'other':
      return []
  }
}

/** What is new in `after`. Nothing at the first snapshot: what happened before the page was opened is no news. */
export function newsOf(before: AviatorState, after: AviatorState): readonly News[] {
  if (before.round === null) return []
  const ofBets = after.bets
    .filter((bet) => before.bets.find(({ betId }) => betId === bet.betId)?.status !== bet.status)
    .flatMap(newsOfBet)
  const asked = askedOf(before)
  const isGone = asked?.state === 'unknown' && askedOf(after) === null
  const notTaken =
    isGone && !after.bets.some(({ roundId }) => roundId === asked.facts.roundId)
      ? [{ kind: 'notTaken', stakePaise: asked.facts.betAmount } as const]
      : []
  const phase = after.round?.phase
  const isNewPhase = before.round.phase !== phase && after.round?.roundId === before.round.roundId
  const ofRound = !isNewPhase
    ? []
    : phase === 'flying'
      ? [{ kind: 'tookOff' } as const]
      : phase === 'crashed'
        ? [{ kind: 'crashed' } as const]
        : []
  return [...ofRound, ...ofBets, ...notTaken]
}

/** The toast of what a player is told; null for what is only seen and heard. `isElsewhere`: another page is shown. */
export function newsToast(news: News, isElsewhere: boolean): ReturnType<typeof toastShown> | null {
  switch (news.kind) {
    case 'placed': {
      const stake = formatRupees(news.stakePaise)
      const text = isElsewhere ? t`Bet placed: ${stake}. Open Aviator to cash out.` : t`Bet placed: ${stake}`
      return toastShown('note', text)
    }
    case 'cashedOut': {
      const payout = formatRupees(news.payoutPaise)
      return toastShown(
        'good',
        news.multiplier === null
          ? t`CASHOUT! Won ${payout}`
          : t`CASHOUT! Won ${payout} at ${formatMultiplier(news.multiplier)}`,
      )
    }
    case 'lost':
      return toastShown(
        'bad',
        news.crashPoint === null
          ? t`Crashed! Lost ${formatRupees(news.stakePaise)}`
          : t`Crashed at ${formatMultiplier(news.crashPoint)}! Lost ${formatRupees(news.stakePaise)}`,
      )
    case 'refunded':
      return toastShown('note', t`Your bet of ${formatRupees(news.stakePaise)} was refunded. The round was voided.`)
    case 'notTaken':
      return toastShown('note', t`Your bet of ${formatRupees(news.stakePaise)} was not placed. No money was taken.`)
    case 'tookOff':
    case 'crashed':
      return null
  }
}
