import { paise } from '@kismet/contracts'
import type { Paise, PlayerBalance, RevealedSeeds } from '@kismet/contracts'
import type { z } from 'zod'
import type { SettledPlay } from './plays.ts'

/** The seeds of a play that has ended, and the commitment that follows. */
export function revealedOf(play: SettledPlay): z.output<typeof RevealedSeeds> {
  const { betId, version, serverSeed, serverSeedHash, clientSeed, nonce } = play
  return {
    ...{ betId, version, serverSeed, serverSeedHash, clientSeed, nonce },
    next: { serverSeedHash: play.nextServerSeedHash, nonce: nonce + 1 },
  }
}

/** What the wallet has said of the end of a play. */
export function bookedOf(play: SettledPlay): PlayerBalance & { readonly bonusReleased: boolean } {
  return { balance: paise(play.balancePaise), balanceSeq: play.balanceSeq, bonusReleased: play.bonusReleased }
}

interface PlayAnswer extends z.output<typeof RevealedSeeds>, PlayerBalance {
  readonly payout: Paise
  readonly netGain: Paise
  readonly bonusReleased: boolean
}

/** What the answer to every play of an instant game carries. */
export function answerOf(play: SettledPlay): PlayAnswer {
  return {
    ...revealedOf(play),
    payout: paise(play.payoutPaise),
    netGain: paise(play.payoutPaise - play.stakePaise),
    ...bookedOf(play),
  }
}
