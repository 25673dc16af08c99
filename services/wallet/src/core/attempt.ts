import type { AccountRow, RecordedRow } from '../db/read-batch.ts'
import { accountOf, accountsQuery, recordedOf, recordedQuery } from '../db/read-batch.ts'
import { openAccountsQuery, writeQuery } from '../db/write-batch.ts'
import { decideBatch } from '../domain/batch.ts'
import type { BatchDecision, BatchInput } from '../domain/batch.ts'
import type { BonusRules } from '../domain/bonus.ts'
import type { Request } from '../domain/command.ts'
import { assertBatch } from '../domain/invariants.ts'
import type { Session } from './session.ts'

export interface Attempt {
  readonly session: Session
  /** In ascending order of their players. */
  readonly requests: readonly Request[]
  readonly bonus: BonusRules
  readonly nowMs: number
  /** Whether the accounts are locked while they are read. Without it somebody else can change them before the write, which then fails as stale. */
  readonly locked: boolean
}

/** Reads, decides and writes one batch: all of it is booked, or nothing. */
export async function attemptBatch(attempt: Attempt): Promise<BatchDecision> {
  if (!attempt.locked) return readDecideWrite(attempt)
  const { client } = attempt.session
  await client.query('BEGIN')
  try {
    const decision = await readDecideWrite(attempt)
    await client.query('COMMIT')
    return decision
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function readDecideWrite(attempt: Attempt): Promise<BatchDecision> {
  const input = await read(attempt)
  const decision = decideBatch(input)
  assertBatch(input, decision)
  if (decision.entries.length > 0) await write(attempt.session, input, decision)
  return decision
}

/** Both reads leave together and cost one way to the server. */
async function read({ session, requests, locked, nowMs, bonus }: Attempt): Promise<BatchInput> {
  const playerIds = [...new Set(requests.map(({ command }) => command.playerId))]
  const references = [...new Set(requests.map(({ command }) => command.reference))]
  const [accountRows, recordedRows] = await Promise.all([
    session.client.query<AccountRow>(accountsQuery(playerIds, locked)),
    session.client.query<RecordedRow>(recordedQuery(references)),
  ])
  const accounts = new Map(accountRows.rows.map((row) => [row[0], accountOf(row)]))
  return { requests, accounts, recorded: recordedOf(recordedRows.rows), nowMs, bonus }
}

async function write(
  { client, shard }: Session,
  input: BatchInput,
  { changed, entries }: BatchDecision,
): Promise<void> {
  const newPlayers = [...changed.keys()].filter((playerId) => !input.accounts.has(playerId))
  if (newPlayers.length > 0) await client.query(openAccountsQuery(newPlayers))
  await client.query(writeQuery({ accounts: [...changed.values()], entries, shard }))
}
