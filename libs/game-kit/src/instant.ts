import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { betIdFor, IdempotencyKey, limits, Rupees } from '@kismet/contracts'
import { freshPart } from '@kismet/fairness'
import { Refusal, requireInput } from '@kismet/service-kit/refusal'
import { makeCommitment, openFirstSeat } from './commitments.ts'
import { findPlayOfKey } from './db/ended-plays.ts'
import type { Draft } from './db/claim.ts'
import { claimOf, findSeat } from './db/seats.ts'
import { finishPlay, takeOver } from './finish.ts'
import type { Finish } from './finish.ts'
import type { Game } from './game.ts'
import { gameOf } from './house.ts'
import type { House } from './house.ts'
import type { Claim, PlayRequest, SettledPlay } from './plays.ts'

/** A seat that could not be taken is looked at, and tried again after these times: 4 s in all. */
const pausesMs = [0, 0, 20, 40, 80, 160, 320, 500, 500, 500, 500, 500, 500]

const notConfirmed = 'The play is not confirmed yet. It will be finished by itself and appear in your list.'

/** A call that plays: every contract of a play has these. */
export interface PlayCall {
  readonly player: { readonly id: string }
  readonly meta: { readonly key?: string | undefined; readonly requestId: string }
  readonly input: { readonly clientSeed?: string | undefined; readonly serverSeedHash?: string | undefined }
  replayed(): void
}

/**
 * Plays an instant game when the call's turn among this player's plays of that game has come: claims the commitment, computes, books with the wallet. Exactly
 * once whatever fails. @throws Refusal `maintenance`, `idempotency_conflict`, `commitment_changed`, `max_win_exceeded`, `unavailable`, and what the wallet refuses with
 */
export async function playInstant<Params extends object>(
  house: House,
  game: Game<Params>,
  call: PlayCall,
  bet: { readonly stakePaise: number; readonly params: Params },
): Promise<SettledPlay> {
  const { player, meta, input } = call
  const request = {
    playerId: player.id,
    game: game.name,
    // The gateway makes a key where the player sends none, so that a call without one comes from elsewhere.
    key: requireInput(IdempotencyKey, meta.key),
    requestId: meta.requestId,
    ...bet,
    clientSeed: input.clientSeed,
    serverSeedHash: input.serverSeedHash,
  }
  return house.turns.run(`${request.game}:${request.playerId}`, async () => {
    const isClosed = await house.maintenance.isOn(request.requestId)
    return playNow(house, request, isClosed, () => call.replayed())
  })
}

/** Why nothing may begin. */
type Obstacle = 'maintenance' | 'max_win_exceeded' | undefined

async function playNow(
  house: House,
  request: PlayRequest,
  isClosed: boolean,
  replayed: () => void,
): Promise<SettledPlay> {
  const game = gameOf(house, request.game)
  const inputHash = hashOf(request)
  const obstacle = isClosed ? 'maintenance' : isAcceptable(game, request) ? undefined : 'max_win_exceeded'
  const draft = obstacle === undefined ? draftOf(house, game, request, inputHash) : undefined
  let inTheWay: Claim | undefined
  let isFree = true
  for (const pauseMs of pausesMs) {
    if (pauseMs > 0) await pause(pauseMs)
    const claim = isFree && draft !== undefined ? await house.journal.claim(draft) : undefined
    if (claim !== undefined) return endOf(await finishPlay(house, claim, request.requestId))
    const met = await look(house, game, request, inputHash, obstacle)
    if (met !== undefined && 'serverSeed' in met) {
      replayed()
      return met
    }
    inTheWay = met
    const finish = inTheWay && (await takeOver(house, inTheWay, request.requestId))
    if (finish?.kind === 'unknown') break
    // A claim of this very draft is one that was not heard of.
    isFree = inTheWay === undefined || finish !== undefined || inTheWay.betId === draft?.betId
  }
  throw new Refusal('unavailable', inTheWay?.key === request.key ? notConfirmed : undefined)
}

/** No version of the maths may pay this play more than the most that the house pays. */
function isAcceptable({ versions }: Game, { stakePaise, params }: PlayRequest): boolean {
  return Object.values(versions).every((rules) => rules.topWinPaise(stakePaise, params) <= limits.maxWinPaise)
}

function draftOf(house: House, game: Game, request: PlayRequest, inputHash: string): Draft {
  const { randomness, clock } = house
  return {
    request,
    betId: betIdFor(game.name, randomness.id(clock.now())),
    inputHash,
    freshPart: request.clientSeed === undefined ? freshPart((length) => randomness.bytes(length)) : '',
    next: makeCommitment(house, request.playerId, game),
  }
}

/**
 * Why a request could not take its seat, in the order of docs/wire.md: what it has booked or begun itself, maintenance, the state of a thing (409), the state of
 * the account (422).
 * @returns its own play, which has ended, or the one that is using the commitment up; undefined when there is neither any more
 */
async function look(
  house: House,
  game: Game,
  request: PlayRequest,
  inputHash: string,
  obstacle: Obstacle,
): Promise<SettledPlay | Claim | undefined> {
  const { playerId, key, serverSeedHash } = request
  // The seat is read first: a play that ends between the two reads is found by the second.
  const seat = await findSeat(house.db, playerId, game.name)
  const play = await findPlayOfKey(house.db, request)
  const claim = seat && claimOf(seat)
  const ofKey = play ?? (claim?.key === key ? claim : undefined)
  if (ofKey?.inputHash === inputHash) return ofKey
  if (obstacle === 'maintenance') throw new Refusal(obstacle)
  if (ofKey !== undefined) throw new Refusal('idempotency_conflict')
  if (claim !== undefined) return claim
  if (seat === undefined) {
    await openFirstSeat(house, playerId, game)
    return undefined
  }
  if (serverSeedHash !== undefined && serverSeedHash !== seat.serverSeedHash) throw new Refusal('commitment_changed')
  if (obstacle !== undefined) throw new Refusal(obstacle, undefined, { max: Rupees.encode(limits.maxWinPaise) })
  if (game.versions[seat.version] === undefined) {
    house.log.error({ game: game.name, version: seat.version }, 'a commitment of maths that this release does not know')
    throw new Refusal('unavailable')
  }
  return undefined
}

function endOf(finish: Finish): SettledPlay {
  if (finish.kind === 'settled') return finish.play
  throw finish.kind === 'refused' ? finish.refusal : new Refusal('unavailable', notConfirmed)
}

/** 8 bytes are enough: hashes are only ever compared under one key. */
function hashOf({ stakePaise, params, clientSeed, serverSeedHash }: PlayRequest): string {
  const input = JSON.stringify([stakePaise, params, clientSeed ?? null, serverSeedHash ?? null])
  return hash('sha256', input, 'hex').slice(0, 16)
}
