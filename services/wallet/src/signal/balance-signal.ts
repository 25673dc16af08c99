import { balancesChanged, paise } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { BatchDecision } from '../domain/batch.ts'
import type { Entry } from '../domain/entry.ts'

/** Players in one message, which stays far below the limit of the bus. */
const maxPlayers = 500

/** Tells the new balances of a batch, one line a player: the newest. A message that is missed does no harm; the next read has the balance. */
export function balanceSignal(bus: Pick<Bus, 'signal'>): (decision: BatchDecision) => void {
  return ({ entries }) => {
    const newest = new Map<string, { entry: Entry; bonusReleased: boolean }>()
    for (const entry of entries) {
      const bonusReleased = entry.kind === 'bonus' || newest.get(entry.playerId)?.bonusReleased === true
      newest.set(entry.playerId, { entry, bonusReleased })
    }
    const lines = [...newest.values()].map(({ entry, bonusReleased }) => ({
      to: entry.playerId,
      balance: paise(entry.balanceAfterPaise),
      balanceSeq: entry.sequence,
      reason: entry.kind,
      bonusReleased,
    }))
    for (let start = 0; start < lines.length; start += maxPlayers)
      bus.signal(balancesChanged, lines.slice(start, start + maxPlayers))
  }
}
