import { setTimeout as delay } from 'node:timers/promises'
import { entriesBooked } from '@kismet/contracts'
import { wireFact } from '@kismet/service-kit/bus/facts'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import type { WalletContext } from '../context.ts'
import { ledgerEntryOf } from '../db/read-entries.ts'
import { entriesAfter, leaseCursor, leaseMs, moveCursor, releaseCursor } from '../db/relay-cursor.ts'
import type { RelayCursor } from '../db/relay-cursor.ts'
import { steadyPlans } from '@kismet/service-kit/steady-plans'

/** Entries in one message. Few enough that telling never holds up booking for more than a moment. */
const pageSize = 100
const everyMs = 1_000
/** After a page that was not full: entries that come meanwhile are told together. */
const pauseMs = 50

const settings = {
  ...steadyPlans,
  // The order of the index, one transaction sorted at a time; never all that waits to be told.
  enable_sort: 'off',
  // A cursor that falls back after a crash only tells some entries again: it need not wait for the disk as money does.
  synchronous_commit: 'off',
}

type RelayContext = Pick<WalletContext, 'bus' | 'log' | 'telemetry' | 'config' | 'replicaId' | 'clock'>

/**
 * Tells each committed entry to the rest of the system, once or more, in the order of transactions; its id makes a second telling harmless. The entries
 * themselves are the outbox. One replica relays at a time; another takes over when it stops, or when its lease ends.
 */
export function startRelay(context: RelayContext): Loop {
  const relay = new Relay(context)
  const loop = startLoop('relay', everyMs, context.log, (stopping) => relay.tellAll(stopping))
  return {
    wake: () => loop.wake(),
    async stop() {
      await loop.stop()
      await relay.close()
    },
  }
}

class Relay {
  readonly #context: RelayContext
  readonly #db: Pool
  #cursor: RelayCursor | undefined
  #leasedUntilMs = 0

  constructor(context: RelayContext) {
    this.#context = context
    this.#db = createPool({
      url: context.config.DATABASE_URL,
      schema: 'wallet',
      maxConnections: 1,
      log: context.log,
      settings,
    })
  }

  /** Tells what there is to tell, no faster than it is allowed to. */
  async tellAll(stopping: AbortSignal): Promise<void> {
    const msEach = 1000 / this.#context.config.RELAY_ENTRIES_PER_SECOND
    let told: number
    do {
      const startedAt = performance.now()
      told = await this.#tellPage()
      const restMs = Math.max(told * msEach, told === pageSize ? 0 : pauseMs) - (performance.now() - startedAt)
      if (told > 0 && restMs > 0) await delay(restMs)
    } while (told === pageSize && !stopping.aborted)
  }

  /** Tells the next entries and moves the cursor behind them, after they are acknowledged. @returns how many. */
  async #tellPage(): Promise<number> {
    const { bus, telemetry, replicaId } = this.#context
    const cursor = await this.#leasedCursor()
    if (cursor === undefined) return 0
    const rows = await entriesAfter(this.#db, cursor, pageSize)
    const last = rows.at(-1)
    if (last === undefined) return 0
    const entries = rows.map(ledgerEntryOf)
    // Committed entries in their order do not change: the same two ends are the same page.
    const id = `${entries[0]?.entryId}..${entries.at(-1)?.entryId}`
    await bus.facts.publish([wireFact(entriesBooked, id, { entries })])
    this.#cursor = (await moveCursor(this.#db, replicaId, last)) ? last : undefined
    telemetry.relayed(rows.length)
    return rows.length
  }

  /** The cursor while this replica may relay. The lease is taken anew when half of it is over. */
  async #leasedCursor(): Promise<RelayCursor | undefined> {
    const nowMs = this.#context.clock.now()
    if (this.#cursor !== undefined && nowMs < this.#leasedUntilMs - leaseMs / 2) return this.#cursor
    this.#cursor = await leaseCursor(this.#db, this.#context.replicaId)
    this.#leasedUntilMs = nowMs + leaseMs
    return this.#cursor
  }

  async close(): Promise<void> {
    await releaseCursor(this.#db, this.#context.replicaId).catch(() => undefined)
    await this.#db.end()
  }
}
