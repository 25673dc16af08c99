import { setTimeout as delay } from 'node:timers/promises'
import { entryBooked } from '@kismet/contracts'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import type { WalletContext } from '../context.ts'
import { ledgerEntryOf } from '../db/read-entries.ts'
import { entriesAfter, leaseCursor, moveCursor, releaseCursor } from '../db/relay-cursor.ts'

const pageSize = 200
const everyMs = 1_000

type RelayContext = Pick<WalletContext, 'db' | 'bus' | 'log' | 'telemetry' | 'config' | 'replicaId'>

/**
 * Tells each committed entry to the rest of the system, once or more, in the order of transactions; its id makes a second telling harmless. The entries
 * themselves are the outbox. One replica relays at a time; another takes over when it stops, or when its lease ends.
 */
export function startRelay(context: RelayContext): Loop {
  const secondsEach = 1 / context.config.RELAY_ENTRIES_PER_SECOND
  const loop = startLoop('relay', everyMs, context.log, async () => {
    for (;;) {
      const startedAt = performance.now()
      const told = await relayPage(context)
      if (told < pageSize) return
      const pauseMs = told * secondsEach * 1000 - (performance.now() - startedAt)
      if (pauseMs > 0) await delay(pauseMs)
    }
  })
  return {
    wake: () => loop.wake(),
    async stop() {
      await loop.stop()
      await releaseCursor(context.db, context.replicaId)
    },
  }
}

/** Tells the next entries and moves the cursor behind them, after all of them are acknowledged. @returns how many. */
async function relayPage({ db, bus, telemetry, replicaId }: RelayContext): Promise<number> {
  const cursor = await leaseCursor(db, replicaId)
  if (cursor === undefined) return 0
  const rows = await entriesAfter(db, cursor, pageSize)
  const last = rows.at(-1)
  if (last === undefined) return 0
  await Promise.all(
    rows.map((row) => {
      const entry = ledgerEntryOf(row)
      return bus.publishFact(entryBooked, entry.entryId, entry)
    }),
  )
  await moveCursor(db, replicaId, last)
  telemetry.relayed(rows.length)
  return rows.length
}
