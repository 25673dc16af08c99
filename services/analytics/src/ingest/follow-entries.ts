import { setTimeout as delay } from 'node:timers/promises'
import { maxFactsRead, readEntries } from '@kismet/contracts'
import type { LedgerEntry } from '@kismet/contracts'
import { steadyMsOf } from '@kismet/service-kit/clock'
import { isLost, tellLost } from '@kismet/service-kit/facts'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import type { Context } from '../context.ts'
import { Ingest, Moved } from './ingest.ts'
import { rebuild } from './store.ts'

/** How often the reader looks without an event: an event can be lost. */
const usuallyReadEveryMs = 2_000
/** One write of many lines costs far less than many writes. A statement is at most this much behind. */
const restMs = 250
const entriesOfBatch = 2_000
/** The most entries of a second, to protect the wallet. */
const entriesPerSecond = 10_000

type FollowContext = Omit<Context, 'emails' | 'statements' | 'playersListed'>

/** Reads the log of the wallet. Replicas may all do this: they write the same lines, and one of them takes each step. */
export function followEntries(ctx: FollowContext, readEveryMs: number = usuallyReadEveryMs): Loop {
  const { bus, log, metrics } = ctx
  metrics.level(readEntries.subject)
  let ingest: Ingest | undefined
  const loop = startLoop('statements', readEveryMs, log, async (stopping) => {
    const running = ingest
    // After an error the reader begins again from the saved position.
    ingest = undefined
    const next = running ?? (await begin(ctx))
    try {
      await takeAll(ctx, next, stopping)
      ingest = next
    } catch (error) {
      if (!(error instanceof Moved)) throw error
    }
  })
  bus.onSignal(readEntries.wake, () => loop.wake(), { shared: true })
  return loop
}

/** Goes on from the last step. Readers see that step, also when another replica took it. */
async function begin(ctx: FollowContext): Promise<Ingest> {
  const ingest = await Ingest.begin(ctx)
  const { epoch, isWhole, newestAtMs } = ingest
  if (isWhole) ctx.freshness.takenEntryOf(epoch, newestAtMs, ctx.clock)
  return ingest
}

async function takeAll(ctx: FollowContext, ingest: Ingest, stopping: AbortSignal): Promise<void> {
  const { clock, freshness, metrics } = ctx
  let isEnd: boolean
  do {
    const startedAt = performance.now()
    const { entries, cursor, more, waiting, askedAtSteadyMs } = await readBatch(ctx, ingest, stopping)
    isEnd = !more && !waiting
    const isKept = await ingest.take(entries, cursor, isEnd)
    if (isKept && ingest.isWhole) {
      if (isEnd) freshness.takenUntil(ingest.epoch, askedAtSteadyMs)
      else if (entries.length > 0) freshness.takenEntryOf(ingest.epoch, ingest.newestAtMs, clock)
    }
    metrics.taken(readEntries.subject, entries.length)
    // A short wait for an open transaction is no lag of the reader.
    if (isEnd || (!more && freshness.isFresh(clock))) metrics.level(readEntries.subject)
    const paceMs = (entries.length * 1_000) / entriesPerSecond
    await delay(more ? Math.max(0, startedAt + paceMs - performance.now()) : restMs)
  } while (!isEnd && !stopping.aborted)
}

/** @throws Moved after a rebuild has begun, because the log has lost the position */
async function readBatch(ctx: FollowContext, ingest: Ingest, stopping: AbortSignal) {
  const entries: LedgerEntry[] = []
  let { cursor } = ingest
  for (;;) {
    const askedAtSteadyMs = steadyMsOf(ctx.clock)
    const page = await ctx.bus.call(readEntries, { after: cursor, limit: maxFactsRead }, { requestId: 'facts' })
    if (isLost(cursor, page)) {
      tellLost(ctx.log, readEntries, cursor)
      await rebuild(ctx, ingest.epoch)
      throw new Moved()
    }
    if (typeof page.keptFrom === 'string') ingest.beginAt(page.keptFrom)
    entries.push(...page.facts)
    ;({ cursor } = page)
    const { more, waiting } = page
    if (!more || entries.length >= entriesOfBatch || stopping.aborted)
      return { entries, cursor, more, waiting, askedAtSteadyMs }
  }
}
