import type { OwnBet, Table } from './table.ts'

/** What a player is told once, whatever brought it: an answer, a push or a snapshot after a time without connection. Amounts in paise. */
export type News =
  | { readonly kind: 'placed'; readonly stakePaise: number }
  | { readonly kind: 'cashedOut'; readonly payoutPaise: number; readonly multiplier: number | null }
  | { readonly kind: 'lost'; readonly stakePaise: number; readonly crashPoint: number | null }
  | { readonly kind: 'refunded'; readonly stakePaise: number }
  /** A bet of which nobody knew whether it counts did not. */
  | { readonly kind: 'notTaken'; readonly stakePaise: number }
  | { readonly kind: 'tookOff' | 'crashed' }

function newsOfBet({ status, stakePaise, multiplier, payoutPaise, crashPoint }: OwnBet): News[] {
  switch (status) {
    case 'open':
      return [{ kind: 'placed', stakePaise }]
    case 'cashed_out':
      return [{ kind: 'cashedOut', payoutPaise: payoutPaise ?? 0, multiplier }]
    case 'lost':
      return [{ kind: 'lost', stakePaise, crashPoint }]
    case 'refunded':
      return [{ kind: 'refunded', stakePaise }]
    case 'other':
      return []
  }
}

/** What is new in `after`. Nothing at the first snapshot: what happened before the page was opened is no news. */
export function newsOf(before: Table, after: Table): readonly News[] {
  if (before.round === null) return []
  const ofBets = after.bets
    .filter((bet) => before.bets.find(({ betId }) => betId === bet.betId)?.status !== bet.status)
    .flatMap(newsOfBet)
  const { asked } = before
  const isGone = asked?.isUnknown === true && after.asked === null
  const notTaken =
    isGone && !after.bets.some(({ roundId }) => roundId === asked.roundId)
      ? [{ kind: 'notTaken', stakePaise: asked.stakePaise } as const]
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
