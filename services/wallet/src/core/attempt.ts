import type { LeaderSession } from '@kismet/service-kit/leader-session'
import { accountOf } from '../db/account-columns.ts'
import type { AccountRow } from '../db/account-columns.ts'
import type { RecordedRow } from '../db/read-batch.ts'
import { accountsQuery, recordedOf, recordedQuery } from '../db/read-batch.ts'
import type { AccountNumber } from '../db/write-batch.ts'
import { openAccountsQuery, writeQuery } from '../db/write-batch.ts'
import { decideBatch } from '../domain/batch.ts'
import type { BatchDecision, BatchInput } from '../domain/batch.ts'
import type { Request } from '../domain/command.ts'
import { assertBatch } from '../domain/invariants.ts'
import type { LedgerMemory } from './ledger-memory.ts'

/** A batch that is to be booked. */
export interface Attempt extends Omit<BatchInput, 'accounts' | 'recorded'> {
  readonly session: LeaderSession
  /** The lane's own row of the house's accounts. */
  readonly shard: number
  readonly memory: LedgerMemory
}

/**
 * Decides and writes one batch in one commit, and reads only what the memory lacks. A refusal is
 * decided again after a read: an outdated memory makes a write fail, but could make a wrong
 * refusal.
 */
export async function attemptFromMemory(attempt: Attempt): Promise<BatchDecision> {
  const { memory, requests } = attempt
  const players = memory.unknownPlayers(requests)
  const references = memory.unknownReferences(requests)
  if (players.length + references.length > 0) await read(attempt, players, references)
  const input = { ...attempt, accounts: memory.accounts, recorded: memory.recorded }
  const decision = decideBatch(input)
  const doubtful = refusedIn(attempt, decision)
  if (doubtful.length === 0) return write(attempt, input, decision)
  await read(attempt, doubtful.map(playerOf), doubtful.map(referenceOf))
  const again = decideBatch(input)
  const isKnown = new Set([...doubtful.map(playerOf), ...doubtful.map(referenceOf)])
  const areKnown = refusedIn(attempt, again).every((of) => isKnown.has(playerOf(of)) && isKnown.has(referenceOf(of)))
  return areKnown ? write(attempt, input, again) : attemptFromDatabase(attempt)
}

const playerOf = ({ command }: Request): string => command.playerId
const referenceOf = ({ command }: Request): string => command.reference

function refusedIn({ requests }: Attempt, { outcomes }: BatchDecision): Request[] {
  return requests.filter((_request, index) => outcomes[index]?.ok !== true)
}

/** The same with all of it read from the database. */
export async function attemptFromDatabase(attempt: Attempt): Promise<BatchDecision> {
  const { requests } = attempt
  const input = { ...attempt, ...(await read(attempt, requests.map(playerOf), requests.map(referenceOf))) }
  return write(attempt, input, decideBatch(input))
}

/** Both queries leave together and cost one way to the server. What is read is remembered. */
async function read(
  { session, memory }: Attempt,
  players: readonly string[],
  references: readonly string[],
): Promise<Pick<BatchInput, 'accounts' | 'recorded'>> {
  const [accountRows, recordedRows] = await Promise.all([
    session.client.query<AccountRow>(accountsQuery([...new Set(players)])),
    session.client.query<RecordedRow>(recordedQuery([...new Set(references)])),
  ])
  const accounts = new Map(accountRows.rows.map(accountOf).map((account) => [account.playerId, account]))
  const recorded = recordedOf(recordedRows.rows)
  memory.learn(accounts.values(), recorded)
  return { accounts, recorded }
}

async function write(
  { session, shard, memory }: Attempt,
  input: BatchInput,
  decision: BatchDecision,
): Promise<BatchDecision> {
  assertBatch(input, decision)
  if (decision.entries.length === 0) return decision
  const numbered = await withNumbers(session, decision)
  const accounts = [...numbered.changed.values()].sort((a, b) => a.accountNo - b.accountNo)
  await session.client.query(writeQuery({ accounts, entries: decision.entries, shard }))
  memory.booked(numbered)
  return decision
}

/** Gives players who are new to the ledger their rows. */
async function withNumbers({ client }: LeaderSession, decision: BatchDecision): Promise<BatchDecision> {
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
