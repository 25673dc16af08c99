import { tabValue } from '@kismet/app-kit/tab-value.ts'
import { z } from 'zod'

/** A bet without an answer as release 0.1.0 kept it: one for each game, with its player. */
const OlderBet = z.object({
  playerId: z.string(),
  idempotencyKey: z.string(),
  input: z.looseObject({ clientSeed: z.string(), serverSeedHash: z.string() }),
  stakePaise: z.int(),
  madeAtMs: z.int(),
})

/** Takes over the bets that this tab has from release 0.1.0, when a reload brings this release, so that they are checked. */
export function takeOverOlderBets(): void {
  for (const game of ['dice', 'slots'] as const) {
    const kept = tabValue(`openBet:${game}`, OlderBet)
    const bet = kept.read()
    kept.write(null)
    if (bet === null) continue
    const { playerId, idempotencyKey: key, input, stakePaise, madeAtMs: sentAtMs } = bet
    const { clientSeed: _seed, serverSeedHash: _hash, ...plain } = input
    const facts = { input, stakePaise, sentAtMs }
    const orders = tabValue(`order:bet:${game}:${playerId}`, z.array(z.unknown()))
    const order = { intent: JSON.stringify(plain), key, facts, state: 'unknown', session: '' }
    orders.write([...(orders.read() ?? []), order])
  }
}
