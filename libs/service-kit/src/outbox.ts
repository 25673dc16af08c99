import { facts } from '@kismet/contracts'
import type { FactShape } from '@kismet/contracts'
import type { Pool } from 'pg'
import type { z } from 'zod'
import type { Bus } from './bus/bus.ts'
import type { Queryable } from './database.ts'
import type { Logger } from './logger.ts'
import { startLoop } from './loop.ts'
import type { Loop } from './loop.ts'

const batchSize = 200
const everyMs = 1_000

/** Writes a fact into the outbox, in the transaction of what it tells of. `id` is the id of the fact for its consumers. */
export async function addFact<F extends FactShape>(
  transaction: Queryable,
  fact: F,
  id: string,
  payload: z.output<F['payload']>,
): Promise<void> {
  await transaction.query('INSERT INTO outbox (id, subject, payload) VALUES ($1, $2, $3)', [
    id,
    fact.subject,
    fact.payload.encode(payload),
  ])
}

interface OutboxRow {
  id: string
  subject: string
  payload: unknown
}

async function publishWaiting(pool: Pool, bus: Bus): Promise<boolean> {
  const { rows } = await pool.query<OutboxRow>(
    'SELECT id, subject, payload FROM outbox WHERE published_at IS NULL ORDER BY position LIMIT $1',
    [batchSize],
  )
  const unknown = rows.find((row) => !facts.some(({ subject }) => subject === row.subject))
  if (unknown !== undefined) throw new Error(`The outbox holds a fact of an unknown subject: ${unknown.subject}`)
  if (rows.length === 0) return false
  await bus.facts.publish(rows)
  await pool.query('UPDATE outbox SET published_at = now() WHERE id = ANY($1)', [rows.map((row) => row.id)])
  return rows.length === batchSize
}

/** Publishes what waits in the outbox until it is stopped. Several replicas may do it at once: the ids make a second sending harmless. */
export function startOutboxRelay(pool: Pool, bus: Bus, log: Logger): Loop {
  return startLoop('outbox', everyMs, log, async (stopping) => {
    while ((await publishWaiting(pool, bus)) && !stopping.aborted);
  })
}
