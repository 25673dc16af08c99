import { paise } from '@kismet/contracts'
import type { Paise, PlayerBalance, RevealedSeeds } from '@kismet/contracts'
import type { z } from 'zod'
import type { SettledBet } from './bet.ts'

/** The seeds of a settled bet, and the next commitment. */
export function revealedOf(bet: SettledBet): z.output<typeof RevealedSeeds> {
  const { betId, source, serverSeed, serverSeedHash, clientSeed, nonce } = bet
  return {
    ...{ betId, version: source.version, serverSeed, serverSeedHash, clientSeed, nonce },
    next: { serverSeedHash: bet.nextServerSeedHash, nonce: nonce + 1 },
  }
}

/** The balance after a bet. */
export function bookedOf(bet: SettledBet): PlayerBalance & { readonly bonusReleased: boolean } {
  const { balancePaise, balanceSeq, bonusReleased } = bet.ended
  return { balance: paise(balancePaise), balanceSeq, bonusReleased }
}

interface BetAnswer extends z.output<typeof RevealedSeeds>, PlayerBalance {
  readonly payout: Paise
  readonly netGain: Paise
  readonly bonusReleased: boolean
}

/** The part of the answer that all instant games share. */
export function answerOf(bet: SettledBet): BetAnswer {
  return {
    ...revealedOf(bet),
    payout: paise(bet.payoutPaise),
    netGain: paise(bet.payoutPaise - bet.stakePaise),
    ...bookedOf(bet),
  }
}
