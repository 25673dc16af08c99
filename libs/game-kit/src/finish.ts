import { paise, playBet, voidBet } from '@kismet/contracts'
import type { Booked, ErrorCode } from '@kismet/contracts'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import { giveLeaseBack, giveSeatBack, takeLease } from './db/seats.ts'
import type { Game, Rules, Settlement } from './game.ts'
import { gameOf } from './house.ts'
import type { House } from './house.ts'
import type { Claim, SettledPlay } from './plays.ts'

/** How an attempt to finish a play came out. `unknown`: the wallet was not heard, so the play stays claimed and nothing may be said of it. */
export type Finish =
  | { readonly kind: 'settled'; readonly play: SettledPlay }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'unknown' }

/** One attempt to finish a play, as its seeds decide it, whoever computes it and however often. */
interface Attempt {
  readonly claim: Claim
  readonly game: Game
  readonly rules: Rules
  readonly serverSeed: string
  readonly settlement: Settlement
  readonly requestId: string
  /** How often the wallet is asked with this time, as the lease says. */
  readonly number: number
}

/**
 * Computes a play of an instant game that was claimed just now, books it with the wallet and records how it has ended. Claim and booking decide it, so it is
 * answered then; the record is written behind. Every step is keyed by the bet id, so that all of it may be run again after a failure at any point.
 */
export async function finishPlay(house: House, claim: Claim, requestId: string): Promise<Finish> {
  const first = firstAttempt(house, claim, requestId)
  return first === undefined ? { kind: 'unknown' } : finish(house, first)
}

/**
 * The same for a play whose sender is gone, once it is leased. It is computed before: what this release cannot play is left to one that can.
 * @returns undefined when it is left, or somebody else is at it
 */
export async function takeOver(house: House, claim: Claim, requestId: string): Promise<Finish | undefined> {
  const first = firstAttempt(house, claim, requestId)
  if (first === undefined) return undefined
  const number = await takeLease(house.db, claim, house.clock.now())
  return number === undefined ? undefined : finish(house, { ...first, number })
}

/** @returns undefined when this release does not know the maths of the play */
function firstAttempt(house: House, claim: Claim, requestId: string): Attempt | undefined {
  const { nonce, clientSeed, stakePaise, params } = claim
  const game = gameOf(house, claim.game)
  const rules = game.versions[claim.version]
  if (rules === undefined) return undefined
  const serverSeed = house.seal.open(claim.sealedSeed, claim)
  const settlement = rules.settle({ serverSeed, clientSeed, nonce }, stakePaise, game.params.parse(params))
  return { claim, game, rules, serverSeed, settlement, requestId, number: 1 }
}

async function finish(house: House, attempt: Attempt): Promise<Finish> {
  const answer = await askWallet(house, attempt)
  if (answer === undefined) return postpone(house, attempt)
  if (!isRefusal(answer)) return record(house, attempt, answer)
  // The only attempt ever made was refused, so no money can move any more. Else an earlier one may still be on its way, or a later one come.
  const isFinal = attempt.number === 1 && (await orLater(house, attempt, giveSeatBack(house.db, attempt.claim, 1)))
  return isFinal === true ? refuse(house, attempt, answer) : makeSure(house, attempt, answer)
}

/** Refusals by which the wallet says that it has not taken the stake. `unavailable` and `internal` leave open what has happened. */
const conclusive: readonly ErrorCode[] = [...playBet.errors, 'invalid_request', 'too_many_requests']

/** @returns undefined when it is not known what the wallet has done */
async function askWallet({ bus, log }: House, attempt: Attempt): Promise<Booked | Refusal | undefined> {
  const { claim, game, settlement, requestId } = attempt
  const { betId, playerId } = claim
  const amounts = { stakePaise: paise(claim.stakePaise), payoutPaise: paise(settlement.payoutPaise) }
  try {
    return await bus.call(playBet, { betId, playerId, game: game.title, ...amounts }, { requestId })
  } catch (error) {
    if (isRefusal(error) && conclusive.includes(error.code)) return error
    log.warn({ err: error, betId, requestId }, 'the wallet did not answer; the play stays claimed')
    return undefined
  }
}

/** Makes a refusal final: the wallet marks the bet as void, so that an earlier attempt which comes late is refused too, or says that one was booked. */
async function makeSure(house: House, attempt: Attempt, refusal: Refusal): Promise<Finish> {
  const { claim, requestId } = attempt
  const { betId, playerId } = claim
  try {
    await house.bus.call(voidBet, { betId, playerId, reason: 'the play was refused' }, { requestId })
  } catch (error) {
    if (!isRefusal(error, 'bet_settled')) {
      house.log.warn({ err: error, betId, requestId }, 'the wallet did not confirm a refusal; the play stays claimed')
      return postpone(house, attempt)
    }
    const again = await askWallet(house, attempt)
    if (again !== undefined && !isRefusal(again)) return record(house, attempt, again)
    house.log.error({ err: again, betId, requestId }, 'the wallet has a play that it does not give back')
    return postpone(house, attempt)
  }
  await orLater(house, attempt, giveSeatBack(house.db, claim))
  // The wallet refuses a void bet as a conflict, which is no word for the player: the request itself can be made again.
  return refuse(house, attempt, refusal.code === 'idempotency_conflict' ? new Refusal('unavailable') : refusal)
}

function refuse({ telemetry }: House, { game }: Attempt, refusal: Refusal): Finish {
  telemetry.refused(game.name, refusal.code)
  return { kind: 'refused', refusal }
}

async function postpone(house: House, attempt: Attempt): Promise<Finish> {
  await orLater(house, attempt, giveLeaseBack(house.db, attempt.claim, attempt.number, house.clock.now()))
  return { kind: 'unknown' }
}

/** What the wallet has said stands although the database does not take it: the sweep comes to the same once the lease has run out. */
function orLater<T>({ log }: House, { claim, requestId }: Attempt, work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    log.warn({ err: error, betId: claim.betId, requestId }, 'a seat was not given back')
    return undefined
  })
}

function record(house: House, attempt: Attempt, booked: Booked): Finish {
  const { claim, settlement, serverSeed } = attempt
  const { balancePaise, balanceSeq, bonusReleased } = booked
  const settledAtMs = house.clock.now()
  const play = { ...claim, ...settlement, serverSeed, balancePaise, balanceSeq, bonusReleased, settledAtMs }
  house.journal.record(play).then(
    (first) => {
      if (first) count(house, attempt)
    },
    (error: unknown) =>
      house.log.error({ err: error, betId: claim.betId }, 'a booked play is not recorded; the sweep does it again'),
  )
  return { kind: 'settled', play }
}

function count({ telemetry }: House, { game, rules, claim, settlement }: Attempt): void {
  const { numerator, denominator } = rules.rtp(game.params.parse(claim.params))
  const expectedPaise = (claim.stakePaise * Number(numerator)) / Number(denominator)
  telemetry.played(game.name, { stakePaise: claim.stakePaise, payoutPaise: settlement.payoutPaise, expectedPaise })
}
