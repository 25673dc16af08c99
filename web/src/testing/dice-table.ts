import type { WireOutput } from '@kismet/contracts'
import { getBalance, getDiceCommitment, playDice } from '@kismet/contracts'
import type { DiceOutcome } from '@kismet/fairness'
import { drawDice, diceOutcome, serverSeedHash } from '@kismet/fairness'
import { z } from 'zod'
import type { Reply } from '@kismet/app-kit/testing/fake-gateway.ts'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { screen } from '@testing-library/react'
import type { OpenSite } from './open-site.tsx'
import { openSite } from './open-site.tsx'
import { playedAnswer } from './played-answer.ts'
import { PlayerGateway } from './player-gateway.ts'
import { seedOf } from './seed-of.ts'

export type DiceReply = Reply<typeof playDice>
const PlayBody = z.object({
  betAmount: z.number(),
  rollOver: z.number(),
  clientSeed: z.string(),
  serverSeedHash: z.string(),
})

/** A table that plays by the rules: commitments, the true maths, balances. */
export class DiceTable {
  readonly gateway = new PlayerGateway()
  nonce = 1
  balance = 1_000
  balanceSeq = 1
  /** A fixed multiplier for all plays; null: by the rules. */
  payoutTimes: number | null = null
  /** Seeds that are used instead of those that a play was sent with. */
  swapped: { readonly serverSeedHash?: string; readonly clientSeed?: string } = {}
  /** What happens to the next plays instead, oldest first. */
  readonly mishaps: (DiceReply | Promise<DiceReply>)[] = []
  /** What the plays were answered with, oldest first. */
  readonly answers: WireOutput<typeof playDice>[] = []

  constructor() {
    this.gateway.answer(getBalance, () => ok({ balance: this.balance, balanceSeq: this.balanceSeq, netResult: 50 }))
    this.gateway.answer(getDiceCommitment, () => ok({ game: 'dice', version: '1', clientSeed: 'asha', ...this.next() }))
    this.gateway.answer(playDice, ({ body }) => {
      const mishap = this.mishaps.shift()
      return mishap === undefined ? this.decide(PlayBody.parse(body)) : mishap
    })
  }

  next(): { serverSeedHash: string; nonce: number } {
    return { serverSeedHash: serverSeedHash(seedOf(this.nonce)), nonce: this.nonce }
  }

  decide({ betAmount, rollOver, clientSeed, serverSeedHash: seen }: z.output<typeof PlayBody>): DiceReply {
    const hash = this.next().serverSeedHash
    if (seen !== hash)
      return refuse('commitment_changed', 'Your bet was not placed: the commitment changed. Please try again.')
    const seeds = { serverSeed: seedOf(this.nonce), clientSeed, nonce: this.nonce }
    const roll = drawDice(seeds)
    const bet = { stakePaise: betAmount * 100, rollOverHundredths: Math.round(rollOver * 100), rollHundredths: roll }
    const outcome = this.#outcome(bet)
    this.nonce += 1
    this.balance += outcome.netGainPaise / 100
    this.balanceSeq += 1
    const { balance, balanceSeq } = this
    const answer: WireOutput<typeof playDice> = {
      ...playedAnswer({ nonce: seeds.nonce, clientSeed, outcome, balance, balanceSeq }),
      ...this.swapped,
      roll: roll / 100,
      rollOver,
      result: outcome.result,
      multiplier: 2,
      hash,
    }
    this.answers.push(answer)
    return ok(answer)
  }

  #outcome(bet: Parameters<typeof diceOutcome>[0]): Pick<DiceOutcome, 'result' | 'payoutPaise' | 'netGainPaise'> {
    if (this.payoutTimes === null) return diceOutcome(bet)
    const payoutPaise = bet.stakePaise * this.payoutTimes
    return { result: payoutPaise > 0 ? 'win' : 'loss', payoutPaise, netGainPaise: payoutPaise - bet.stakePaise }
  }

  /** @throws Error before the first play */
  lastAnswer(): WireOutput<typeof playDice> {
    const last = this.answers.at(-1)
    if (!last) throw new Error('Nothing was played')
    return last
  }

  plays(): z.output<typeof PlayBody>[] {
    return this.gateway.requestsOf(playDice).map(({ body }) => PlayBody.parse(body))
  }

  keys(): (string | null)[] {
    return this.gateway.requestsOf(playDice).map(({ headers }) => headers.get('Idempotency-Key'))
  }
}

/** The page of Dice, once all of it is there. */
export async function openDice(table: DiceTable, { sameTab = false } = {}): Promise<OpenSite> {
  const site = openSite('/casino/dice', { gateway: table.gateway, sameTab })
  // The first test of a file loads the page's code, too.
  await screen.findByText('No bets yet', undefined, { timeout: 10_000 })
  return site
}
export const roll = (): HTMLElement => screen.getByRole('button', { name: 'Roll' })
export const amount = (): HTMLElement => screen.getByLabelText('Amount')
