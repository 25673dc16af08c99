import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { takeLease } from '../db/plays.ts'
import type { Claim, SettledPlay } from '../db/plays.ts'
import { claimPlay } from './claim-play.ts'
import type { PlayRequest } from './claim-play.ts'
import { finishPlay } from './finish-play.ts'
import type { Finish } from './finish-play.ts'
import { leaseFrom } from './lease.ts'

/** A play that stands in the way is looked at again after this time, and so often at most: 4 s. */
const lookAgainMs = 20
const maxLooks = 200

const notConfirmed = 'The play is not confirmed yet. It will be finished by itself and appear in your list.'

/**
 * Plays a request when its turn among the plays of this player has come, exactly once whatever fails.
 * `replayed` is called when it was played before. @throws Refusal
 */
export function playInTurn(ctx: Context, request: PlayRequest, replayed: () => void): Promise<SettledPlay> {
  return ctx.queue.run(`${request.game}:${request.playerId}`, () => play(ctx, request, replayed))
}

async function play(ctx: Context, request: PlayRequest, replayed: () => void): Promise<SettledPlay> {
  let inTheWay: Claim | undefined
  for (let looks = 0; looks < maxLooks; looks += 1) {
    const step = await claimPlay(ctx, request)
    if (step === undefined) continue
    if (step.kind === 'settled') {
      replayed()
      return step.play
    }
    if (step.kind === 'claimed') return endOf(await finishPlay(ctx, step.claim, 1, request.requestId))
    inTheWay = step.claim
    const finish = await resume(ctx, inTheWay, request)
    if (finish?.kind === 'unknown') break
    if (finish === undefined) await pause(lookAgainMs)
  }
  throw new Refusal('unavailable', inTheWay?.key === request.key ? notConfirmed : undefined)
}

function endOf(finish: Finish): SettledPlay {
  switch (finish.kind) {
    case 'settled':
      return finish.play
    case 'refused':
      throw finish.refusal
    case 'unknown':
      throw new Refusal('unavailable', notConfirmed)
  }
}

/** Finishes a play whose sender is gone. @returns undefined while somebody else is at it */
async function resume(ctx: Context, claim: Claim, { requestId }: PlayRequest): Promise<Finish | undefined> {
  const { db, clock } = ctx
  const attempt = await takeLease(db, claim.betId, new Date(clock.now()), leaseFrom(clock.now()))
  return attempt === undefined ? undefined : finishPlay(ctx, claim, attempt, requestId)
}
