import { paise } from '@kismet/contracts'
import type { Paise, PlayerBalance, RevealedSeeds } from '@kismet/contracts'
import type { z } from 'zod'
import type { SettledPlay } from './plays.ts'

interface PlayAnswer extends z.output<typeof RevealedSeeds>, PlayerBalance {
  readonly payout: Paise
  readonly netGain: Paise
  readonly bonusReleased: boolean
}

/** What the answer to every play of an instant game carries. */
export function answerOf(play: SettledPlay): PlayAnswer {
  const { betId, version, serverSeed, serverSeedHash, clientSeed, nonce } = play
  return {
    ...{ betId, version, serverSeed, serverSeedHash, clientSeed, nonce },
    next: { serverSeedHash: play.nextServerSeedHash, nonce: nonce + 1 },
    payout: paise(play.payoutPaise),
    netGain: paise(play.payoutPaise - play.stakePaise),
    balance: paise(play.balancePaise),
    balanceSeq: play.balanceSeq,
    bonusReleased: play.bonusReleased,
  }
}
