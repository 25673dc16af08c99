import { createHash } from 'node:crypto'
import { limits } from '@kismet/contracts'
import { freshClientSeed } from '@kismet/fairness'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import type { Commitment } from '../db/commitments.ts'
import { findByBet, insertClaim } from '../db/plays.ts'
import type { Claim, LivePlay } from '../db/plays.ts'
import { findStanding } from '../db/standing.ts'
import type { DiceParams, GameName } from '../domain/game.ts'
import { games } from '../domain/games.ts'
import { currentCommitment, ownClientSeed } from './commitments.ts'
import { leaseFrom } from './lease.ts'

/** What a player asks for. */
export interface PlayRequest {
  readonly playerId: string
  readonly game: GameName
  readonly key: string
  readonly requestId: string
  readonly stakePaise: number
  readonly params: DiceParams
  /** Absent: the server makes it. */
  readonly clientSeed: string | undefined
  /** The commitment that the player saw; the play is made against that one or not at all. */
  readonly serverSeedHash: string | undefined
}

/** `settled`: this request was played before. `unfinished`: a play stands in the way, this very request's or another one's. */
export type ClaimStep = { readonly kind: 'claimed'; readonly claim: Claim } | LivePlay

/**
 * Fixes a play before any money moves: its bet id, its commitment, its client seed and its parameters.
 * @returns undefined when another replica was faster, so that it has to be looked at again
 * @throws Refusal `idempotency_conflict`, `commitment_changed`, `max_win_exceeded`
 */
export async function claimPlay(ctx: Context, request: PlayRequest): Promise<ClaimStep | undefined> {
  const { db, clock, randomness } = ctx
  const { playerId, game, key } = request
  const inputHash = hashOf(request)
  const standing = await findStanding(db, playerId, game, key)
  if (standing.knownBetId !== undefined) return sameRequest(await findByBet(db, standing.knownBetId), inputHash)
  if (standing.runningBetId !== undefined) return unfinished(await findByBet(db, standing.runningBetId))
  const commitment = standing.commitment ?? (await currentCommitment(ctx, playerId, game))
  requireAcceptable(request, commitment)

  const made = request.clientSeed === undefined
  const claim: Claim = {
    betId: randomness.id(clock.now()),
    commitment,
    key,
    inputHash,
    clientSeed:
      request.clientSeed ?? freshClientSeed(await ownClientSeed(ctx, playerId), (length) => randomness.bytes(length)),
    clientSeedBy: made ? 'server' : 'player',
    stakePaise: request.stakePaise,
    params: request.params,
  }
  const written = await insertClaim(db, claim, new Date(clock.now()), leaseFrom(clock.now()))
  return written ? { kind: 'claimed', claim } : undefined
}

/** @returns undefined when it was refused since it was found */
function sameRequest(known: LivePlay | undefined, inputHash: string): LivePlay | undefined {
  if (known === undefined) return undefined
  const first = known.kind === 'settled' ? known.play : known.claim
  if (first.inputHash !== inputHash) throw new Refusal('idempotency_conflict')
  return known
}

/** Another request's play is only in the way until it has ended. */
function unfinished(running: LivePlay | undefined): ClaimStep | undefined {
  return running?.kind === 'unfinished' ? running : undefined
}

/** In the order of docs/wire.md: the state of a thing (409) before the state of the account (422). */
function requireAcceptable(request: PlayRequest, commitment: Commitment): void {
  const { serverSeedHash, stakePaise, params } = request
  if (serverSeedHash !== undefined && serverSeedHash !== commitment.serverSeedHash)
    throw new Refusal('commitment_changed')
  if (games[request.game].topWinPaise(stakePaise, params) > limits.maxWinPaise) throw new Refusal('max_win_exceeded')
}

function hashOf({ stakePaise, params, clientSeed, serverSeedHash }: PlayRequest): string {
  const input = [stakePaise, params.rollOver, clientSeed ?? null, serverSeedHash ?? null]
  return createHash('sha256').update(JSON.stringify(input)).digest('hex')
}
