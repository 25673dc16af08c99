import { balancesChanged, paise, readBets, readEntries } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { netResultOf } from './domain/account.ts'
import type { BatchDecision } from './domain/batch.ts'
import type { Entry } from './domain/entry.ts'

/** Players in one message, which stays far below the limit of the bus. */
const maxPlayers = 500
/** Signals within this time are one message. Players do not notice: the answer of the call has the balance, and logs are read in pages. */
const togetherWithinMs = 20

/**
 * Signals the commits of batches: the newest balance of each player, and that the logs have new entries. A signal can be
 * lost; the next read has the balance.
 */
export function signalsOf(bus: Pick<Bus, 'signal'>): (decision: BatchDecision) => void {
  const newest = new Map<string, { entry: Entry; netResultPaise: number; bonusReleased: boolean }>()
  const games = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const tell = () => {
    timer = undefined
    const lines = [...newest.values()].map(({ entry, netResultPaise, bonusReleased }) => ({
      to: entry.playerId,
      balance: paise(entry.balanceAfterPaise),
      balanceSeq: entry.sequence,
      netResult: paise(netResultPaise),
      reason: entry.kind,
      bonusReleased,
    }))
    newest.clear()
    for (let start = 0; start < lines.length; start += maxPlayers)
      bus.signal(balancesChanged, lines.slice(start, start + maxPlayers))
    bus.signal(readEntries.wake, {})
    if (games.size > 0) bus.signal(readBets.wake, { games: [...games] })
    games.clear()
  }
  return ({ entries, changed }) => {
    for (const entry of entries) {
      if (entry.game !== null) games.add(entry.game)
      const bonusReleased = entry.kind === 'bonus' || newest.get(entry.playerId)?.bonusReleased === true
      // The batch leaves the account as it stands after the newest of the player's entries.
      const account = changed.get(entry.playerId)
      const netResultPaise = account === undefined ? 0 : netResultOf(account)
      newest.set(entry.playerId, { entry, netResultPaise, bonusReleased })
    }
    timer ??= setTimeout(tell, togetherWithinMs).unref()
  }
}
