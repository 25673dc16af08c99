import { IdempotencyKey, paise, parseInput, playDice } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import type { SettledPlay } from '../db/plays.ts'
import { diceResult, multiplierOf } from '../domain/dice.ts'
import { playInTurn } from '../plays/play-in-turn.ts'

/** Claim the commitment, compute, pay, record, answer. */
export const playDiceHandler = handle(playDice, async (ctx: Context, call) => {
  const { player, input, meta } = call
  const request = {
    playerId: player.id,
    game: 'dice' as const,
    key: keyOf(meta.key),
    requestId: meta.requestId,
    stakePaise: input.betAmount,
    params: { rollOver: input.rollOver },
    clientSeed: input.clientSeed,
    serverSeedHash: input.serverSeedHash,
  }
  return answerOf(await playInTurn(ctx, request, () => call.replayed()))
})

/** The gateway makes a key where the player sends none, so that a call without one comes from elsewhere. */
function keyOf(key: string | undefined): string {
  const parsed = parseInput(IdempotencyKey, key)
  if (!parsed.ok) throw new Refusal('invalid_request', parsed.message)
  return parsed.value
}

function answerOf(play: SettledPlay): Output<typeof playDice> {
  const { commitment, settlement, params } = play
  return {
    betId: play.betId,
    version: commitment.version,
    serverSeed: play.serverSeed,
    serverSeedHash: commitment.serverSeedHash,
    clientSeed: play.clientSeed,
    nonce: commitment.nonce,
    next: { serverSeedHash: play.nextServerSeedHash, nonce: commitment.nonce + 1 },
    roll: settlement.outcome.roll,
    rollOver: params.rollOver,
    result: diceResult(params, settlement.outcome),
    multiplier: multiplierOf(settlement),
    payout: paise(settlement.payoutPaise),
    netGain: paise(settlement.payoutPaise - play.stakePaise),
    hash: commitment.serverSeedHash,
    balance: paise(play.balancePaise),
    balanceSeq: play.balanceSeq,
    bonusReleased: play.bonusReleased,
  }
}
