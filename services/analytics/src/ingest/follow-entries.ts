import { setTimeout as delay } from 'node:timers/promises'
import { maxFactsRead, readEntries } from '@kismet/contracts'
import type { LedgerEntry } from '@kismet/contracts'
import { steadyMsOf } from '@kismet/service-kit/clock'
import { isLost, tellLost } from '@kismet/service-kit/facts'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { isRefusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { finishRebuild, rebuild } from '../rebuild.ts'
import { Ingest, Moved } from './ingest.ts'

/** How often it looks without being woken: a signal can be lost. */
const usuallyReadEveryMs = 2_000
/** What comes meanwhile is read together: one write of many lines costs the document server far less than many of a few, and a statement is at most so much behind. */
const restMs = 250
/** Entries that are taken together. */
const entriesOfBatch = 2_000

type FollowContext = Omit<Context, 'emails' | 'searches' | 'statements' | 'playersListed'>

/** Takes what the wallet's log tells until it is stopped. Replicas may all do it: what they write is the same, and one of them takes each step. */
export function followEntries(ctx: FollowContext, readEveryMs: number = usuallyReadEveryMs): Loop {
  const { bus, log, metrics } = ctx
  metrics.level(readEntries.subject)
  let ingest: Ingest | undefined
  const loop = startLoop('statements', readEveryMs, log, async (stopping) => {
    try {
      if (ingest === undefined) await finishRebuild(ctx)
      ingest ??= await Ingest.begin(ctx)
      await takeAll(ctx, ingest, stopping)
    } catch (error) {
      // Whatever was under way is begun again from what is kept.
      ingest = undefined
      if (!(error instanceof Moved) && !isRefusal(error, 'unavailable')) throw error
      log.debug({ err: error }, 'statements stand still, and are gone on with from what is kept')
    }
  })
  bus.onSignal(readEntries.wake, () => loop.wake(), { shared: true })
  return loop
}

async function takeAll(ctx: FollowContext, ingest: Ingest, stopping: AbortSignal): Promise<void> {
  const { bus, clock, freshness, log, metrics, config } = ctx
  let more: boolean
  do {
    const startedAt = performance.now()
    const entries: LedgerEntry[] = []
    let cursor = ingest.cursor
    let askedAtSteadyMs: number
    let isEmpty: boolean
    do {
      askedAtSteadyMs = steadyMsOf(clock)
      const input = { after: cursor, limit: maxFactsRead }
      const page = await bus.call(readEntries, input, { requestId: 'facts' })
      if (isLost(cursor, page)) {
        tellLost(log, readEntries, cursor)
        await rebuild(ctx, ingest.epoch)
        throw new Moved()
      }
      entries.push(...page.facts)
      ;({ cursor, more } = page)
      // There may be more that is not final yet, for as long as a transaction stays open.
      isEmpty = page.facts.length === 0
    } while (more && !isEmpty && entries.length < entriesOfBatch && !stopping.aborted)
    await ingest.take(entries, cursor, !more)
    const newest = entries.at(-1)
    if (!more) freshness.takenUntil(askedAtSteadyMs)
    else if (newest !== undefined) freshness.takenEntryOf(Date.parse(newest.at), clock)
    metrics.taken(readEntries.subject, entries.length)
    // What a transaction holds back for as long as statements may be behind is no fault of the reader.
    if (!more || (isEmpty && freshness.isFresh(clock))) metrics.level(readEntries.subject)
    const paceMs = (entries.length * 1_000) / config.ENTRIES_PER_SECOND
    await delay(more && !isEmpty ? Math.max(0, startedAt + paceMs - performance.now()) : restMs)
  } while (more && !stopping.aborted)
}
