import type { playDice, WireOutput } from '@kismet/contracts'
import { serverSeedHash } from '@kismet/fairness'
import { seedOf } from './seed-of.ts'

const sealOf = (seed: number): string => serverSeedHash(seedOf(seed))

/** The id of a player's bet with this number. */
export const betIdOf = (nonce: number): string => `01940000-0000-7000-8000-${String(nonce).padStart(12, '0')}`

/** What the answers to bets of all instant games have in common. `seed`: the number of the server seed, if it is not the nonce. */
export function playedAnswer({
  nonce,
  seed = nonce,
  clientSeed,
  outcome: { payoutPaise, netGainPaise },
  ...balance
}: {
  nonce: number
  seed?: number
  clientSeed: string
  outcome: { readonly payoutPaise: number; readonly netGainPaise: number }
  balance: number
  balanceSeq: number
}): Omit<WireOutput<typeof playDice>, 'roll' | 'rollOver' | 'result' | 'multiplier' | 'hash'> {
  return {
    ...balance,
    betId: betIdOf(nonce),
    version: '1',
    serverSeed: seedOf(seed),
    serverSeedHash: sealOf(seed),
    clientSeed,
    nonce,
    next: { serverSeedHash: sealOf(seed + 1), nonce: nonce + 1 },
    payout: payoutPaise / 100,
    netGain: netGainPaise / 100,
    bonusReleased: false,
  }
}
