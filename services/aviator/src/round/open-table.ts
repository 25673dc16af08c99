import { BoundedQueue } from '@kismet/service-kit/bounded-queue'
import type { Term } from '@kismet/service-kit/leadership'
import { Announcer } from '../announcer.ts'
import { Chains } from '../chains.ts'
import type { AviatorContext } from '../context.ts'
import { betsOfRound } from '../db/read-bets.ts'
import { newestRound, unsettledRounds } from '../db/read-rounds.ts'
import type { StoredRound } from '../db/read-rounds.ts'
import { Book } from '../domain/book.ts'
import { flightOf } from '../domain/round.ts'
import type { Round } from '../domain/round.ts'
import { Journal } from '../journal.ts'
import { Receipts } from '../receipts.ts'
import { finishAll, refundAll, releaseAll } from './ends.ts'
import { Rounds } from './rounds.ts'
import { Table } from './table.ts'
import type { Current, TableContext } from './table.ts'

const refundLimits = { running: 128, runningOfOwner: 1, waiting: Infinity, waitingOfOwner: Infinity }
/** The limit of the bus. A player needs no more than one bet at a time. */
const betQueueLimits = { running: 8_192, runningOfOwner: 1, waiting: 8_192, waitingOfOwner: 8 }

/**
 * Takes over, so that no previous leader can write. The open round is read and continues by `stepOf`.
 * @throws Deposed, NotDurable, or an error when the list lacks a secret, or the connection of a previous leader does not end
 */
export async function openTable(
  base: AviatorContext,
  term: Term,
): Promise<{
  readonly ctx: TableContext
  readonly rounds: Rounds
  readonly close: () => Promise<void>
}> {
  const { config, db, log, clock, randomness } = base
  const secrets = config.CHAIN_SECRETS
  const closing = new AbortController()
  const journal = await Journal.open({ url: config.DATABASE_URL, term, log })
  try {
    const receipts = new Receipts(secrets)
    const ctx: TableContext = {
      ...base,
      ...{ journal, receipts },
      chains: new Chains({ db, clock, randomness, secrets, length: config.CHAIN_LENGTH }),
      table: new Table(log),
      announcer: new Announcer({ ...base, term, receipts }),
      betQueue: new BoundedQueue(betQueueLimits),
      refunds: new BoundedQueue(refundLimits),
      over: AbortSignal.any([term.signal, closing.signal]),
    }
    await takeOver(ctx)
    const rounds = new Rounds(ctx, term)
    rounds.start()
    const close = async () => {
      await rounds.stop()
      closing.abort()
      await ctx.table.idle()
      await journal.close()
    }
    return { ctx, rounds, close }
  } catch (error) {
    await journal.close()
    throw error
  }
}

async function takeOver(ctx: TableContext): Promise<void> {
  const { chains, db, table } = ctx
  const newest = await newestRound(db)
  if (newest !== undefined) {
    table.current = await setUp(ctx, newest)
    await endEarlier(ctx, newest.commitment.roundNumber)
  }
  await chains.replaceAfterRestore((newest?.commitment.roundNumber ?? 0) + 1)
  // After those of earlier chains, and before the first turn: a take-off whose time is fixed waits for no chain.
  await chains.seedsOf(newest?.commitment.roundNumber ?? 1)
}

/** Ends what is left of the rounds before the newest. */
async function endEarlier(ctx: TableContext, newestNumber: number): Promise<void> {
  for (const stored of await unsettledRounds(ctx.db, newestNumber)) {
    const before = await setUp(ctx, stored)
    if (before.round.phase === 'crashed') finishAll(ctx, before, before.book.crash(before.round.flight))
  }
}

/** Puts a round back as it is stored, with what its bets have left to do. */
async function setUp(ctx: TableContext, stored: StoredRound): Promise<Current> {
  const round = await wholeRound(ctx, stored)
  const book = new Book(await betsOfRound(ctx.db, stored.commitment.roundNumber))
  const current = { round, book }
  releaseAll(ctx, book, book.releaseAsked())
  finishAll(ctx, current, book.with('decided'))
  if (round.phase === 'void') refundAll(ctx, current, book.with('open'))
  return current
}

/** The crash point of a round in flight is not stored, so it is computed again. */
async function wholeRound({ chains }: TableContext, stored: StoredRound): Promise<Round> {
  if (stored.phase !== 'flying') return stored
  const { commitment } = stored
  const { clientSeeds, takeoffAtMs } = stored.flight
  const { chain, serverSeed } = await chains.seedsOf(commitment.roundNumber)
  const flight = flightOf(commitment, { serverSeed, salt: chain.salt }, clientSeeds, takeoffAtMs)
  return { ...stored, flight }
}
