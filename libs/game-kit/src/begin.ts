import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { betIdFor, IdempotencyKey, limits, Rupees } from '@kismet/contracts'
import { freshPart } from '@kismet/fairness'
import { Refusal, requireInput } from '@kismet/service-kit/refusal'
import { isOwn, makeCommitment, openFirstSeat } from './commitments.ts'
import { findPlayOfKey } from './db/ended-plays.ts'
import type { Draft } from './db/claim.ts'
import { claimOf, findSeat } from './db/seats.ts'
import { finishPlay, takeOver } from './finish.ts'
import { isLasting } from './game.ts'
import type { Game } from './game.ts'
import { gameOfPlay } from './house.ts'
import type { House } from './house.ts'
import { rememberOwnSeed } from './own-seed.ts'
import type { Claim, Finish, OpenPlay, PlayRequest, SettledPlay } from './plays.ts'

/** A seat that could not be taken is looked at, and tried again after these times: 4 s in all. */
export const pausesMs: readonly number[] = [0, 0, 20, 40, 80, 160, 320, 500, 500, 500, 500, 500, 500]

export const notConfirmed = 'Checking whether your bet was placed. The result appears in your list of bets.'

/** A call that plays: every contract of a play has these. */
export interface PlayCall {
  readonly player: { readonly id: string }
  readonly meta: { readonly key?: string | undefined; readonly requestId: string }
  readonly input: { readonly clientSeed?: string | undefined; readonly serverSeedHash?: string | undefined }
  replayed(): void
}

export interface Bet<Params extends object> {
  readonly stakePaise: number
  readonly params: Params
  /** Sets the keys of an operation apart from those of another one that plays the same game. */
  readonly keysOf?: string
  /** The game's own reason to refuse a bet with 409, checked when the lock is held. */
  readonly obstacle?: () => Promise<Refusal | undefined>
}

/** The plays of one player and game, and their steps, run one after the other. */
export function inTurn<T>(
  { turns }: House,
  game: Pick<Game, 'name'>,
  playerId: string,
  work: () => Promise<T>,
): Promise<T> {
  return turns.run(`${game.name}:${playerId}`, work)
}

/**
 * Begins a play when the call's turn has come: claims the commitment, and goes on with it. @returns its end, or the open play when it lasts; what the call's key has begun
 * before, and that was told to the caller
 */
export function beginPlay<Params extends object>(
  house: House,
  { name }: Pick<Game, 'name'>,
  call: PlayCall,
  bet: Bet<Params>,
): Promise<SettledPlay | OpenPlay> {
  const { player, meta, input } = call
  // The gateway creates a key for a request without a key.
  const key = requireInput(IdempotencyKey, meta.key)
  const request = {
    ...{ playerId: player.id, game: name, requestId: meta.requestId },
    key: bet.keysOf === undefined ? key : `${bet.keysOf}:${key}`,
    ...{ stakePaise: bet.stakePaise, params: bet.params },
    ...{ clientSeed: input.clientSeed, serverSeedHash: input.serverSeedHash },
  }
  return inTurn(house, { name }, player.id, async () => {
    const own = gameOfPlay(house, request)
    const obstacle = await obstacleTo(house, own, request, bet)
    return beginNow(house, own, request, obstacle, () => call.replayed())
  })
}

/** The reason to refuse a new bet, in the order of docs/reference/wire.md. */
async function obstacleTo(
  { maintenance }: House,
  game: Game,
  { requestId, stakePaise, params }: PlayRequest,
  { obstacle }: Pick<Bet<object>, 'obstacle'>,
): Promise<Refusal | undefined> {
  if (await maintenance.isOn(requestId)) return new Refusal('maintenance')
  const ofGame = await obstacle?.()
  if (ofGame !== undefined || isAcceptable(game, stakePaise, params)) return ofGame
  return new Refusal('max_win_exceeded', undefined, { max: Rupees.encode(limits.maxWinPaise) })
}

/**
 * False when some version of the maths could pay this bet more than the maximum win, or the first
 * win of a game in progress.
 */
export function isAcceptable(game: Game, stakePaise: number, params: object): boolean {
  const wins = isLasting(game)
    ? Object.values(game.versions).map((rules) => rules.leastWinPaise(stakePaise, params))
    : Object.values(game.versions).map((rules) => rules.topWinPaise(stakePaise, params))
  return wins.every((winPaise) => winPaise <= limits.maxWinPaise)
}

async function beginNow(
  house: House,
  game: Game,
  request: PlayRequest,
  obstacle: Refusal | undefined,
  replayed: () => void,
): Promise<SettledPlay | OpenPlay> {
  const inputHash = hashOf(request)
  const draft = obstacle === undefined ? await draftOf(house, game, request, inputHash) : undefined
  let inTheWay: Claim | undefined
  let isFree = true
  for (const pauseMs of pausesMs) {
    if (pauseMs > 0) await pause(pauseMs)
    const claim = isFree && draft !== undefined ? await house.journal.claim(draft) : undefined
    if (claim !== undefined) return begun(await finishPlay(house, claim, request.requestId))
    const met = await look(house, game, request, inputHash, obstacle)
    if (met !== undefined && 'serverSeed' in met) {
      replayed()
      return met
    }
    inTheWay = met
    const finish = inTheWay && (await takeOver(house, inTheWay, request.requestId))
    if (finish?.kind === 'unknown') break
    if (finish?.kind === 'open') {
      if (inTheWay?.key !== request.key) throw new Refusal('game_active')
      // The bet may be of this very request, whose opening had no answer.
      if (inTheWay.betId !== draft?.betId) replayed()
      return finish.play
    }
    // A claim of this very draft is one that was not heard of.
    isFree = inTheWay === undefined || finish !== undefined || inTheWay.betId === draft?.betId
  }
  throw new Refusal('unavailable', inTheWay?.key === request.key ? notConfirmed : undefined)
}

async function draftOf(house: House, game: Game, request: PlayRequest, inputHash: string): Promise<Draft> {
  const { randomness, clock } = house
  if (request.clientSeed === undefined) await rememberOwnSeed(house, request.playerId, request.requestId)
  const { playerId } = request
  const betId = betIdFor(game.name, randomness.id(clock.now()))
  const next = makeCommitment(house, playerId, game)
  return {
    ...{ request, betId, inputHash },
    freshPart: request.clientSeed === undefined ? freshPart((length) => randomness.bytes(length)) : '',
    next,
    nextMark: house.seal.nextMark({ playerId, game: game.name, betId, nextServerSeedHash: next.serverSeedHash }),
  }
}

/**
 * Finds out why a request could not take its seat, in the order of docs/reference/wire.md. The
 * reasons are a bet of the request, maintenance, the state of a thing (409) and the state of the
 * account (422).
 * @returns the ended bet of the request, or the bet that uses the commitment up; undefined when
 * there is no such bet now
 */
async function look(
  house: House,
  game: Game,
  request: PlayRequest,
  inputHash: string,
  obstacle: Refusal | undefined,
): Promise<SettledPlay | Claim | undefined> {
  const { playerId, key, serverSeedHash, requestId } = request
  // The seat is read first: a play that ends between the two reads is found by the second.
  const seat = await findSeat(house.db, playerId, game.name)
  const play = await findPlayOfKey(house.db, request)
  const claim = seat && claimOf(seat)
  const ofKey = play ?? (claim?.key === key ? claim : undefined)
  if (ofKey?.inputHash === inputHash) return ofKey
  if (obstacle?.code === 'maintenance') throw obstacle
  if (ofKey !== undefined) throw new Refusal('idempotency_conflict')
  if (claim !== undefined) return claim
  if (seat === undefined) {
    await openFirstSeat(house, playerId, game, requestId)
    return undefined
  }
  if (obstacle?.status === conflict) throw obstacle
  if (serverSeedHash !== undefined && serverSeedHash !== seat.serverSeedHash) throw new Refusal('commitment_changed')
  if (obstacle !== undefined) throw obstacle
  if (game.versions[seat.version] === undefined) {
    house.log.error(
      { game: game.name, version: seat.version },
      'unknown game version of a commitment; the bet is refused',
    )
    throw new Refusal('unavailable')
  }
  if (!isOwn(house, seat)) throw new Refusal('unavailable')
  return undefined
}

const conflict = 409

function begun(finish: Finish): SettledPlay | OpenPlay {
  if (finish.kind === 'settled' || finish.kind === 'open') return finish.play
  throw finish.kind === 'refused' ? finish.refusal : new Refusal('unavailable', notConfirmed)
}

/** 8 bytes are enough: hashes are only ever compared under one key. */
function hashOf({ stakePaise, params, clientSeed, serverSeedHash }: PlayRequest): string {
  const input = JSON.stringify([stakePaise, params, clientSeed ?? null, serverSeedHash ?? null])
  return hash('sha256', input, 'hex').slice(0, 16)
}
