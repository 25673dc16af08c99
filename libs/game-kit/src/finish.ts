import { paise, playBet, reserveBet, voidBet } from '@kismet/contracts'
import type { Booked, ErrorCode } from '@kismet/contracts'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import { isOwn, leftToPerson } from './commitments.ts'
import { findPlay } from './db/ended-plays.ts'
import { findLasting } from './db/lasting.ts'
import { giveLeaseBack, giveSeatBack, takeLease } from './db/seats.ts'
import { endStored } from './end.ts'
import { isLasting } from './game.ts'
import type { InstantGame } from './game.ts'
import { gameOfPlay } from './house.ts'
import type { House } from './house.ts'
import { openPlay } from './open.ts'
import { isHeld } from './plays.ts'
import type { Claim, Finish } from './plays.ts'
import { recordEnd } from './record-end.ts'

/** A play that one alone is at. */
interface Held {
  readonly claim: Claim
  readonly requestId: string
  /** How often the wallet is asked with this time, as the lease says. */
  readonly number: number
}

/** One attempt to take a stake at the wallet, by the request or the sweep. */
interface Attempt extends Held {
  /** Asks the wallet: for stake and payout of an instant game, which its seeds decide, or for the stake alone. */
  readonly ask: () => Promise<Booked>
  readonly goOn: (booked: Booked) => Promise<Finish>
}

/**
 * Continues a new bet. An instant bet is computed and booked. It is answered after the booking, and
 * recorded afterwards. For a game in progress the stake is taken, and the game is open. Every step
 * has the bet id as its key, so that all steps can be repeated after a failure.
 */
export async function finishPlay(house: House, claim: Claim, requestId: string): Promise<Finish> {
  if (!isOwn(house, claim)) {
    // The wallet was not asked. Should the commitment be let in later, this play is not to be charged for then.
    await orLater(house, { claim, requestId }, giveBack(house, claim, 1))
    return notPlayed()
  }
  const first = firstAttempt(house, claim, requestId)
  return first === undefined ? { kind: 'unknown' } : finish(house, first)
}

/**
 * The same for a play whose sender is gone, once it is leased, and the end of one that lasts, where it is decided. An instant game is computed before: what this
 * release cannot play is left to one that can.
 * @returns undefined when it is left, or somebody else is at it
 */
export async function takeOver(house: House, claim: Claim, requestId: string): Promise<Finish | undefined> {
  if (!isOwn(house, claim)) return takeOff(house, claim, requestId)
  const first = firstAttempt(house, claim, requestId)
  if (first === undefined) return undefined
  const game = gameOfPlay(house, claim)
  const play = house.games.some(isLasting) ? await findLasting(house.db, claim.betId) : undefined
  // Other writers can change the parameters of a seat. A game in progress must not start again as
  // an instant bet.
  if (play !== undefined && !isLasting(game))
    throw new Error(`The bet ${claim.betId} of ${game.name} is not an instant bet`)
  // What has ended since it was seen on its seat is found among the plays.
  if (play !== undefined && !isHeld(play)) return undefined
  if (play?.ending === null) return { kind: 'open', play }
  const number = await takeLease(house.db, claim, house.clock.now())
  if (number === undefined) return undefined
  // The claim itself was the first attempt, so this is at least the second attempt.
  if (play === undefined || !isLasting(game)) return finish(house, { ...first, number: Math.max(2, number) })
  return endStored(house, game, play, requestId, number)
}

/**
 * Takes a play off a commitment that is not this service's, which it is not to be charged for. One that was opened, or that the wallet has booked, has shown what others of that commitment would
 * begin with, and stays for a person.
 * @throws LeftToPerson of one that stays
 */
async function takeOff(house: House, claim: Claim, requestId: string): Promise<Finish | undefined> {
  if (await wasOpened(house, claim)) throw leftToPerson(house, claim, 'the game is open')
  const number = await takeLease(house.db, claim, house.clock.now())
  if (number === undefined) return undefined
  const taken = { claim, requestId, number }
  const said = await voidAtWallet(house, taken)
  if (said === 'void') {
    await orLater(house, taken, giveBack(house, claim))
    return notPlayed()
  }
  const postponed = await postpone(house, taken)
  if (said === 'booked') throw leftToPerson(house, claim, 'the wallet has booked the bet')
  return postponed
}

/** How a play stands that was opened is forgotten only once it is among those that have ended (migrations/lasting.sql), where others can write it. */
async function wasOpened({ games, db }: House, { betId }: Claim): Promise<boolean> {
  return games.some(isLasting) && ((await findLasting(db, betId)) ?? (await findPlay(db, betId))) !== undefined
}

const notPlayed = (): Finish => ({ kind: 'refused', refusal: new Refusal('unavailable') })

/** @returns undefined when this release does not know the maths of the play */
function firstAttempt(house: House, claim: Claim, requestId: string): Attempt | undefined {
  const game = gameOfPlay(house, claim)
  if (game.versions[claim.version] === undefined) return undefined
  const first = { claim, requestId, number: 1 }
  if (!isLasting(game)) return { ...first, ...instantOf(house, game, claim, requestId) }
  const { betId, playerId, stakePaise } = claim
  const stake = { betId, playerId, game: game.title, stakePaise: paise(stakePaise) }
  return {
    ...first,
    ask: () => house.bus.call(reserveBet, stake, { requestId }),
    goOn: (booked) => openPlay(house, game, claim, booked),
  }
}

function instantOf(house: House, game: InstantGame, claim: Claim, requestId: string): Pick<Attempt, 'ask' | 'goOn'> {
  const { betId, playerId, nonce, clientSeed, stakePaise } = claim
  const rules = game.versions[claim.version]
  if (rules === undefined) throw new Error(`Unknown version ${claim.version} of ${game.name}`)
  const params = game.params.parse(claim.params)
  const serverSeed = house.seal.open(claim.sealedSeed, claim)
  const settlement = rules.settle({ serverSeed, clientSeed, nonce }, stakePaise, params)
  const amounts = { stakePaise: paise(stakePaise), payoutPaise: paise(settlement.payoutPaise) }
  return {
    ask: () => house.bus.call(playBet, { betId, playerId, game: game.title, ...amounts }, { requestId }),
    goOn: (booked) =>
      Promise.resolve({ kind: 'settled', play: recordEnd(house, claim, { serverSeed, settlement, booked }) }),
  }
}

async function finish(house: House, attempt: Attempt): Promise<Finish> {
  const answer = await askWallet(house, attempt)
  if (answer === undefined) return postpone(house, attempt)
  if (!isRefusal(answer)) return attempt.goOn(answer)
  // The only attempt ever made was refused, so no money can move any more. Else an earlier one may still be on its way, or a later one come.
  const isFinal = attempt.number === 1 && (await orLater(house, attempt, giveBack(house, attempt.claim, 1)))
  return isFinal === true ? refuse(house, attempt, answer) : makeSure(house, attempt, answer)
}

/** Refusals by which the wallet says that it has not taken the stake. `unavailable` and `internal` leave open what has happened. */
const conclusive: readonly ErrorCode[] = [
  ...playBet.errors,
  ...reserveBet.errors,
  'invalid_request',
  'too_many_requests',
]

/** @returns undefined when it is not known what the wallet has done */
async function askWallet({ log }: House, { ask, claim, requestId }: Attempt): Promise<Booked | Refusal | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (isRefusal(error) && conclusive.includes(error.code)) return error
    log.warn({ err: error, betId: claim.betId, requestId }, 'the wallet did not answer; the sweep retries the bet')
    return undefined
  }
}

/** Makes a refusal final: once the bet is void the seat is free, or the wallet says that it has booked one. */
async function makeSure(house: House, attempt: Attempt, refusal: Refusal): Promise<Finish> {
  const { claim, requestId } = attempt
  const said = await voidAtWallet(house, attempt)
  if (said === 'booked') {
    const again = await askWallet(house, attempt)
    if (again !== undefined && !isRefusal(again)) return attempt.goOn(again)
    house.log.error(
      { err: again, betId: claim.betId, requestId },
      'the wallet has booked a bet and did not return its result',
    )
  }
  if (said !== 'void') return postpone(house, attempt)
  await orLater(house, attempt, giveBack(house, claim))
  // The refusal of a void bet is no text for the player, who can repeat the request.
  const isOfVoid = refusal.code === 'idempotency_conflict' || refusal.code === 'bet_voided'
  return refuse(house, attempt, isOfVoid ? new Refusal('unavailable') : refusal)
}

/** Has the wallet mark a bet as void, so that an attempt which comes late is refused too. @returns whether it is, or was booked before; undefined when that was not heard */
async function voidAtWallet(
  { bus, log }: House,
  { claim: { betId, playerId }, requestId }: Held,
): Promise<'void' | 'booked' | undefined> {
  try {
    await bus.call(voidBet, { betId, playerId, reason: 'the play was refused' }, { requestId })
    return 'void'
  } catch (error) {
    if (isRefusal(error, 'bet_settled')) return 'booked'
    log.warn({ err: error, betId, requestId }, 'the wallet did not confirm a void; the sweep retries the bet')
    return undefined
  }
}

/** A refused bet has revealed no seed, so a valid commitment gets a mark for the next turn. */
function giveBack({ db, seal }: House, claim: Claim, onlyAttempt?: number): Promise<boolean> {
  return giveSeatBack(db, claim, seal.markAgain(claim), onlyAttempt)
}

function refuse({ telemetry }: House, { claim }: Held, refusal: Refusal): Finish {
  telemetry.refused(claim.game, refusal.code)
  return { kind: 'refused', refusal }
}

async function postpone(house: House, held: Held): Promise<Finish> {
  await orLater(house, held, giveLeaseBack(house.db, held.claim, held.number, house.clock.now()))
  return { kind: 'unknown' }
}

/** What the wallet has said stands although the database does not take it: the sweep comes to the same once the lease has run out. */
function orLater<T>(
  { log }: House,
  { claim, requestId }: Omit<Held, 'number'>,
  work: Promise<T>,
): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    log.warn({ err: error, betId: claim.betId, requestId }, 'failed to free a seat; the sweep retries')
    return undefined
  })
}
