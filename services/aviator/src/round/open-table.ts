import { limits } from '@kismet/contracts'
import { Gate } from '@kismet/service-kit/gate'
import type { Term } from '@kismet/service-kit/leadership'
import { Announcer } from '../announcer.ts'
import { Chains } from '../chains.ts'
import type { AviatorContext } from '../context.ts'
import { betsOfRound, unsettledRounds } from '../db/read-bets.ts'
import { newestRound, pastRounds, roundByNumber } from '../db/read-rounds.ts'
import type { StoredRound } from '../db/read-rounds.ts'
import { Book, isDecidedBy } from '../domain/book.ts'
import type { Bet } from '../domain/book.ts'
import { flightOf, isMadeIn } from '../domain/round.ts'
import type { Round } from '../domain/round.ts'
import { Feed } from '../domain/feed.ts'
import { Journal } from '../journal.ts'
import { Receipts } from '../receipts.ts'
import { Settler } from '../settler.ts'
import { finish, finishAll, refundAll, releaseAll } from './ends.ts'
import { Rounds } from './rounds.ts'
import { Table } from './table.ts'
import type { Current, TableContext } from './table.ts'

/** As many as the bus lets in; a player has no use for more than one bet. */
const turnLimits = { running: 8_192, runningOfOwner: 1, waiting: 8_192, waitingOfOwner: 8 }

/** The work of a leader's term. */
export interface OpenTable {
  readonly ctx: TableContext
  readonly isPlaying: () => boolean
  /** Ends the rounds where they are: what a player cannot answer to does not happen (docs/internals/decisions/0013). */
  rest(): Promise<void>
  close(): Promise<void>
}

/**
 * Takes over: from here on no former leader writes. What it has left is read, and goes on by the rule of `stepOf`.
 * @throws Deposed, NotDurable, or an error when the secret is not the one of this database, or the session of a former leader does not end
 */
export async function openTable(base: AviatorContext, term: Term): Promise<OpenTable> {
  const { config, db, log, clock, randomness } = base
  const secret = config.CHAIN_SECRET
  const closing = new AbortController()
  const journal = await Journal.open({ url: config.DATABASE_URL, term, log })
  try {
    const receipts = await Receipts.open({ db, clock, randomness, secret, log })
    const chains = new Chains({ db, clock, randomness, secret, length: config.CHAIN_LENGTH })
    const over = AbortSignal.any([term.signal, closing.signal])
    const ctx: TableContext = {
      ...base,
      ...{ journal, receipts, chains },
      table: new Table(await pastRounds(db, limits.listRows)),
      settler: new Settler({ ...base, over }),
      announcer: new Announcer({ ...base, term, receipts }),
      feed: new Feed(),
      turns: new Gate(turnLimits),
    }
    await takeOver(ctx)
    const rounds = new Rounds(ctx, term)
    rounds.start()
    const close = async () => {
      await rounds.stop()
      closing.abort()
      // What is left is the successor's to show.
      base.telemetry.watch(undefined)
      await ctx.table.idle()
      await ctx.announcer.idle()
      await journal.close()
    }
    return { ctx, isPlaying: () => rounds.isPlaying, rest: () => rounds.stop(), close }
  } catch (error) {
    base.telemetry.watch(undefined)
    await journal.close()
    throw error
  }
}

async function takeOver(ctx: TableContext): Promise<void> {
  const { chains, db, table, settler, telemetry } = ctx
  const newest = await newestRound(db)
  telemetry.watch({ open: () => table.current?.book.with('open').length ?? 0, unbooked: () => settler.unbooked })
  if (newest !== undefined) {
    table.current = await setUp(ctx, newest)
    await endEarlier(ctx, newest.commitment.roundNumber)
  }
  // After those of earlier chains, and before the first turn: a take-off whose time is fixed waits for no chain.
  await chains.seedsOf(newest?.commitment.roundNumber ?? 1)
}

/** Ends what is left of the rounds before the newest. */
async function endEarlier(ctx: TableContext, newestNumber: number): Promise<void> {
  for (const roundNumber of await unsettledRounds(ctx.db, newestNumber)) {
    const stored = await roundByNumber(ctx.db, roundNumber)
    if (stored === undefined) continue
    const before = await setUp(ctx, stored)
    if (before.round.phase === 'crashed') finishAll(ctx, before, before.book.crash(before.round.flight))
  }
}

/** Puts a round back as it is stored, with what its bets have left to do. */
async function setUp(ctx: TableContext, stored: StoredRound): Promise<Current> {
  const round = await wholeRound(ctx, stored)
  const book = new Book(await ownBets(ctx, stored))
  const current = { round, book }
  book.releaseAsked()
  releaseAll(ctx, book, book.with('released'))
  for (const bet of book.with('decided')) finishStored(ctx, current, bet)
  if (round.phase === 'flying') book.takeOff()
  if (round.phase === 'void') refundAll(ctx, current, book.with('open'))
  return current
}

/** The bets of a round, without those that are not over and that somebody has written into it: they wait for a person. */
async function ownBets({ config, db, log, settler }: TableContext, { commitment }: StoredRound): Promise<Bet[]> {
  const bets = await betsOfRound(db, commitment.roundNumber)
  return bets.filter(({ betId, status }) => {
    const isOwn = (status !== 'open' && status !== 'decided') || isMadeIn(commitment, betId, config.SPEED)
    if (!isOwn) {
      settler.withhold()
      log.error(
        { betId, roundNumber: commitment.roundNumber },
        'a stored bet has an impossible time for its round; it is not settled',
      )
    }
    return isOwn
  })
}

/**
 * Continues with a stored decision, which other writers can change. A decision that differs from
 * the flight is not settled and needs manual intervention.
 */
function finishStored(ctx: TableContext, current: Current, bet: Bet): void {
  const { round } = current
  if ('flight' in round && isDecidedBy(round.flight, bet)) {
    ctx.table.inBackground(ctx.log, finish(ctx, current, bet, Promise.resolve()))
    return
  }
  ctx.settler.withhold()
  const { betId, decision } = bet
  ctx.log.error(
    { betId, payoutPaise: decision?.payoutPaise },
    'the stored result of a bet differs from its round; it is not settled',
  )
}

/** The crash point of a round that flies stands nowhere, and that of another one may be anybody's: it is computed again. */
async function wholeRound({ chains, log }: TableContext, stored: StoredRound): Promise<Round> {
  if (stored.phase === 'betting') return stored
  const { commitment } = stored
  const { clientSeeds, takeoffAtMs } = stored.flight
  const { chain, serverSeed } = await chains.seedsOf(commitment.roundNumber)
  const flight = flightOf(commitment, { serverSeed, salt: chain.salt }, clientSeeds, takeoffAtMs)
  if ('crashAtMs' in stored.flight && stored.flight.crashAtMs !== flight.crashAtMs)
    log.error({ roundNumber: commitment.roundNumber }, 'the stored crash point of a round differs from its chain')
  return { ...stored, flight }
}
