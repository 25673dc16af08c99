import { setTimeout as delay } from 'node:timers/promises'
import { maxBetsSettled, paise, settleBets, voidBet } from '@kismet/contracts'
import type { Booked, ErrorCode } from '@kismet/contracts'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Bet, Book, Booking, EndedBet } from '../domain/book.ts'
import type { Current, TableContext } from './table.ts'

const retryAfterMs = 300

/** Refusals that leave open what the wallet has done. */
const inDoubt: readonly ErrorCode[] = ['unavailable', 'internal', 'too_many_requests']

/**
 * Waits until the decisions are stored, has the wallet settle the bets, and writes how they ended. The
 * wallet is asked until it answers, or the term is over. The successor asks again, and the wallet
 * books a bet once.
 * @param isAnswered whether the answer of a command already tells the player; asked when the wallet has booked the bet
 * @throws Refusal `internal` when the wallet refuses a bet, which an operator has to look at; `unavailable` when the term is over
 */
export async function finish(
  ctx: TableContext,
  current: Current,
  bets: readonly Bet[],
  stored: Promise<void>,
  isAnswered: () => boolean = () => false,
): Promise<EndedBet[]> {
  await stored
  const refused: string[] = []
  const all: EndedBet[] = []
  let rest = bets
  while (rest.length > 0) {
    const outcomes = await settle(ctx, rest)
    const again: Bet[] = []
    const ended: EndedBet[] = []
    for (const [index, bet] of rest.entries()) {
      const outcome = outcomes[index]
      if (outcome?.ok === true) ended.push(end(ctx, current, bet, outcome))
      else if (outcome === undefined || outcome.code === 'unavailable') again.push(bet)
      else refused.push(`${bet.betId} ${outcome.code}`)
    }
    if (ended.length > 0) ctx.table.inBackground(tell(ctx, current, ended, isAnswered()))
    all.push(...ended)
    rest = again
    if (rest.length > 0) await pause(ctx)
  }
  if (refused.length === 0) return all
  ctx.log.error({ refused }, 'the wallet refused to settle bets')
  throw new Refusal('internal')
}

/** Stores and finishes decided bets without waiting. */
export function finishAll(ctx: TableContext, current: Current, bets: readonly Bet[]): void {
  for (let start = 0; start < bets.length; start += maxBetsSettled) {
    const some = bets.slice(start, start + maxBetsSettled)
    ctx.table.inBackground(finish(ctx, current, some, ctx.journal.bets(some)))
  }
}

/** Gives the stakes of bets back that were open when their round became void. */
export function refundAll(ctx: TableContext, current: Current, bets: readonly Bet[]): void {
  eachInBackground(ctx, bets, async (bet) => {
    const booking = await giveBack(ctx, bet, 'the round is void')
    await tell(ctx, current, [end(ctx, current, bet, booking)], false)
  })
}

/** Makes sure that bets which were not accepted have their stakes back, and forgets them. */
export function releaseAll(ctx: TableContext, book: Book, bets: readonly Bet[]): void {
  eachInBackground(ctx, bets, async (bet) => {
    await giveBack(ctx, bet, 'the bet was not accepted in time')
    await ctx.journal.drop(bet)
    book.drop(bet)
  })
}

/** A bet that the wallet refuses again and again holds up one place, not the bets behind it. */
function eachInBackground(ctx: TableContext, bets: readonly Bet[], work: (bet: Bet) => Promise<void>): void {
  for (const bet of bets) ctx.table.inBackground(ctx.refunds.run(bet.betId, () => work(bet)))
}

function end({ clock }: TableContext, { book }: Current, bet: Bet, booked: Omit<Booking, 'settledAtMs'>): EndedBet {
  const { balancePaise, balanceSeq, bonusReleased } = booked
  return book.end(bet, { balancePaise, balanceSeq, bonusReleased, settledAtMs: clock.now() })
}

async function tell(
  { journal, announcer }: TableContext,
  { round }: Current,
  ended: readonly EndedBet[],
  isAnswered: boolean,
): Promise<void> {
  await journal.bets(ended)
  for (const bet of ended) announcer.paid(round, bet)
  if (!isAnswered) await announcer.ended(round, ended)
}

async function settle(ctx: TableContext, all: readonly Bet[]) {
  const bets = all.map(({ betId, playerId, stakePaise, decision }) => {
    return { betId, playerId, stakePaise: paise(stakePaise), payoutPaise: paise(decision?.payoutPaise ?? 0) }
  })
  const requestId = `settle-${all[0]?.roundNumber}`
  return (await untilAnswered(ctx, () => ctx.bus.call(settleBets, { bets }, { requestId }))).outcomes
}

/** Gives a stake back, or makes sure that it is never taken. */
function giveBack(ctx: TableContext, { betId, playerId }: Bet, reason: string): Promise<Booked> {
  const requestId = `void-${betId}`
  return untilAnswered(ctx, () => ctx.bus.call(voidBet, { betId, playerId, reason }, { requestId }))
}

/** Asks until there is an answer. @throws Refusal `unavailable` when the term is over, and what the wallet refuses with */
async function untilAnswered<T>(ctx: TableContext, call: () => Promise<T>): Promise<T> {
  for (;;) {
    if (ctx.over.aborted) throw new Refusal('unavailable')
    try {
      return await call()
    } catch (error) {
      if (isRefusal(error) && !inDoubt.includes(error.code)) throw error
      ctx.log.warn({ err: error }, 'the wallet did not answer; retrying to settle bets')
      await pause(ctx)
    }
  }
}

async function pause({ over }: TableContext): Promise<void> {
  await delay(retryAfterMs, undefined, { signal: over }).catch(() => undefined)
}
