import type { AccountRow, RecordedRow } from '../db/read-batch.ts'
import { accountOf, accountsQuery, recordedOf, recordedQuery } from '../db/read-batch.ts'
import type { AccountNumber } from '../db/write-batch.ts'
import { openAccountsQuery, writeQuery } from '../db/write-batch.ts'
import type { Account } from '../domain/account.ts'
import { decideBatch } from '../domain/batch.ts'
import type { BatchDecision, BatchInput } from '../domain/batch.ts'
import type { BonusRules } from '../domain/bonus.ts'
import type { Request } from '../domain/command.ts'
import type { Recorded } from '../domain/entry.ts'
import { assertBatch } from '../domain/invariants.ts'
import type { LedgerMemory } from './ledger-memory.ts'
import type { Session } from './session.ts'

/**
 * Where the state comes from that a batch is decided on: what this process remembers, the database, or the database with the accounts locked, so that
 * nobody else can change them before the write.
 */
export type Source = 'memory' | 'read' | 'locked'

export interface Attempt {
  readonly session: Session
  readonly memory: LedgerMemory
  readonly requests: readonly Request[]
  readonly bonus: BonusRules
  readonly nowMs: number
}

/** Decides and writes one batch: all of it is booked, or nothing. */
export async function attemptBatch(attempt: Attempt, source: Source): Promise<BatchDecision> {
  switch (source) {
    case 'memory':
      return fromMemory(attempt)
    case 'read':
      return decideAndWrite(attempt, await read(attempt, false))
    case 'locked':
      return inTransaction(attempt, async () => {
        await openAccounts(attempt.session, attempt.requests)
        return decideAndWrite(attempt, await read(attempt, true))
      })
  }
}

/** Reads only what is not known. What would be refused is decided again on what the database says: the memory may be out of date. */
async function fromMemory(attempt: Attempt): Promise<BatchDecision> {
  const { memory, requests, bonus, nowMs } = attempt
  const players = memory.unknownPlayers(requests)
  const references = memory.unknownReferences(requests)
  if (players.length + references.length > 0) await readThese(attempt, players, references, false)
  const input = { requests, accounts: memory.accounts, recorded: memory.recorded, nowMs, bonus }
  const decision = decideBatch(input)
  if (decision.outcomes.every(({ ok }) => ok)) return write(attempt, input, decision)
  return decideAndWrite(attempt, await read(attempt, false))
}

async function decideAndWrite(attempt: Attempt, input: BatchInput): Promise<BatchDecision> {
  return write(attempt, input, decideBatch(input))
}

async function read(attempt: Attempt, locked: boolean): Promise<BatchInput> {
  const { requests, nowMs, bonus } = attempt
  const players = requests.map(({ command }) => command.playerId)
  const references = requests.map(({ command }) => command.reference)
  const [accounts, recorded] = await readThese(attempt, players, references, locked)
  return { requests, accounts, recorded, nowMs, bonus }
}

/** Both queries leave together and cost one way to the server. What is read is remembered. */
async function readThese(
  { session, memory }: Attempt,
  players: readonly string[],
  references: readonly string[],
  locked: boolean,
): Promise<[ReadonlyMap<string, Account>, ReadonlyMap<string, Recorded>]> {
  const [accountRows, recordedRows] = await Promise.all([
    session.client.query<AccountRow>(accountsQuery([...new Set(players)], locked)),
    session.client.query<RecordedRow>(recordedQuery([...new Set(references)])),
  ])
  const accounts = new Map(accountRows.rows.map((row) => [row[0], accountOf(row)]))
  const recorded = recordedOf(recordedRows.rows)
  memory.learn(accounts.values(), recorded)
  return [accounts, recorded]
}

async function write({ session, memory }: Attempt, input: BatchInput, decision: BatchDecision): Promise<BatchDecision> {
  assertBatch(input, decision)
  if (decision.entries.length === 0) return decision
  const numbered = await withNumbers(session, decision)
  const accounts = [...numbered.changed.values()].sort((a, b) => a.accountNo - b.accountNo)
  await session.client.query(writeQuery({ accounts, entries: decision.entries, shard: session.shard }))
  memory.booked(numbered)
  return decision
}

/** Gives players who are new to the ledger their rows. */
async function withNumbers({ client }: Session, decision: BatchDecision): Promise<BatchDecision> {
  const newPlayers = [...decision.changed.values()].filter(({ accountNo }) => accountNo === 0)
  if (newPlayers.length === 0) return decision
  const { rows } = await client.query<AccountNumber>(openAccountsQuery(newPlayers.map(({ playerId }) => playerId)))
  const changed = new Map(decision.changed)
  for (const [playerId, accountNo] of rows) {
    const account = changed.get(playerId)
    if (account !== undefined) changed.set(playerId, { ...account, accountNo })
  }
  return { ...decision, changed }
}

/** Makes the rows of new players before all are locked: what is not there cannot be locked. */
async function openAccounts({ client }: Session, requests: readonly Request[]): Promise<void> {
  await client.query(openAccountsQuery([...new Set(requests.map(({ command }) => command.playerId))]))
}

async function inTransaction<T>({ session }: Attempt, work: () => Promise<T>): Promise<T> {
  const { client } = session
  await client.query('BEGIN')
  try {
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
