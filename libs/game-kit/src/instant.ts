import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { betIdFor, IdempotencyKey, limits, parseInput } from '@kismet/contracts'
import { freshPart } from '@kismet/fairness'
import { Refusal } from '@kismet/service-kit/refusal'
import { makeCommitment, openFirstSeat } from './commitments.ts'
import { findPlayOfKey } from './db/ended-plays.ts'
import { claimOf, findSeat, takeLease } from './db/seats.ts'
import { finishPlay } from './finish.ts'
import type { Finish } from './finish.ts'
import type { Game } from './game.ts'
import { gameOf } from './house.ts'
import type { House } from './house.ts'
import type { Claim, PlayRequest, SettledPlay } from './plays.ts'

/** A play that stands in the way is looked at again after this time, then after twice as long each time; so often at most, for 4 s. */
const firstPauseMs = 20
const maxPauseMs = 500
const maxLooks = 12

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
 * once whatever fails. @throws Refusal `idempotency_conflict`, `commitment_changed`, `max_win_exceeded`, `unavailable`, and what the wallet refuses with
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
    key: keyOf(meta.key),
    requestId: meta.requestId,
    ...bet,
    clientSeed: input.clientSeed,
    serverSeedHash: input.serverSeedHash,
  }
  return house.turns.run(`${request.game}:${request.playerId}`, () => playNow(house, request, () => call.replayed()))
}

/** The gateway makes a key where the player sends none, so that a call without one comes from elsewhere. */
function keyOf(key: string | undefined): string {
  const parsed = parseInput(IdempotencyKey, key)
  if (!parsed.ok) throw new Refusal('invalid_request', parsed.message)
  return parsed.value
}

/** What a request meets that could not take its seat. `gone`: what was in its way is not there any more. */
type Met =
  | { readonly kind: 'played'; readonly play: SettledPlay }
  | { readonly kind: 'in-the-way'; readonly claim: Claim }
  | { readonly kind: 'gone' }

async function playNow(house: House, request: PlayRequest, replayed: () => void): Promise<SettledPlay> {
  const game = gameOf(house, request.game)
  const inputHash = hashOf(request)
  const acceptable = isAcceptable(game, request)
  let inTheWay: Claim | undefined
  let isFree = true
  let pauseMs = firstPauseMs
  for (let looks = 0; looks < maxLooks; looks += 1) {
    const claim = isFree && acceptable ? await house.journal.claim(draftOf(house, game, request, inputHash)) : undefined
    if (claim !== undefined) return endOf(await finishPlay(house, claim, 1, request.requestId))
    const met = await look(house, game, request, inputHash, acceptable)
    isFree = met.kind === 'gone'
    if (met.kind === 'gone') continue
    if (met.kind === 'played') {
      replayed()
      return met.play
    }
    inTheWay = met.claim
    const finish = await resume(house, inTheWay, request.requestId)
    if (finish?.kind === 'unknown') break
    isFree = finish !== undefined
    if (finish !== undefined) continue
    await pause(pauseMs)
    pauseMs = Math.min(2 * pauseMs, maxPauseMs)
  }
  throw new Refusal('unavailable', inTheWay?.key === request.key ? notConfirmed : undefined)
}

/** No version of the maths may pay this play more than the most that the house pays. */
function isAcceptable({ versions }: Game, { stakePaise, params }: PlayRequest): boolean {
  return Object.values(versions).every((rules) => rules.topWinPaise(stakePaise, params) <= limits.maxWinPaise)
}

function draftOf(house: House, game: Game, request: PlayRequest, inputHash: string) {
  const { randomness, clock } = house
  return {
    request,
    betId: betIdFor(game.name, randomness.id(clock.now())),
    inputHash,
    freshPart: request.clientSeed === undefined ? freshPart((length) => randomness.bytes(length)) : '',
    next: makeCommitment(house, request.playerId, game),
  }
}

/** In the order of docs/wire.md: what the key has booked, the state of a thing (409), the state of the account (422). */
async function look(
  house: House,
  game: Game,
  request: PlayRequest,
  inputHash: string,
  acceptable: boolean,
): Promise<Met> {
  const { playerId, key, serverSeedHash } = request
  const play = await findPlayOfKey(house.db, playerId, game.name, key)
  if (play !== undefined) return { kind: 'played', play: requireSame(play, inputHash) }
  const seat = await findSeat(house.db, playerId, game.name)
  if (seat === undefined) {
    await openFirstSeat(house, playerId, game)
    return { kind: 'gone' }
  }
  const claim = claimOf(seat)
  if (claim !== undefined)
    return { kind: 'in-the-way', claim: claim.key === key ? requireSame(claim, inputHash) : claim }
  if (serverSeedHash !== undefined && serverSeedHash !== seat.serverSeedHash) throw new Refusal('commitment_changed')
  if (!acceptable) throw new Refusal('max_win_exceeded')
  if (game.versions[seat.version] === undefined) {
    house.log.error({ game: game.name, version: seat.version }, 'a commitment of maths that this release does not know')
    throw new Refusal('unavailable')
  }
  return { kind: 'gone' }
}

function requireSame<Known extends Claim | SettledPlay>(known: Known, inputHash: string): Known {
  if (known.inputHash !== inputHash) throw new Refusal('idempotency_conflict')
  return known
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
async function resume(house: House, claim: Claim, requestId: string): Promise<Finish | undefined> {
  const attempt = await takeLease(house.db, claim, house.clock.now())
  return attempt === undefined ? undefined : finishPlay(house, claim, attempt, requestId)
}

/** 8 bytes are enough: hashes are only ever compared under one key. */
const hashChars = 16

function hashOf({ stakePaise, params, clientSeed, serverSeedHash }: PlayRequest): string {
  const input = JSON.stringify([stakePaise, params, clientSeed ?? null, serverSeedHash ?? null])
  return hash('sha256', input, 'hex').slice(0, hashChars)
}
