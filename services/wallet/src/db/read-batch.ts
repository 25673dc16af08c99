import { uuids } from '@kismet/service-kit/columns'
import type { QueryConfig } from 'pg'
import type { Step } from '../domain/steps.ts'
import type { Recorded, RecordedStep } from '../domain/entry.ts'
import { selectedColumns } from './account-columns.ts'

const accounts = `SELECT ${selectedColumns} FROM unnest($1::uuid[]) AS asked (id) JOIN account ON player_id = asked.id`

/** The accounts of these players; one who is missing is new. */
export function accountsQuery(playerIds: readonly string[]): QueryConfig & { rowMode: 'array' } {
  return { name: 'accounts', text: accounts, values: [uuids(playerIds, (playerId) => playerId)], rowMode: 'array' }
}

/** Which of these players' accounts somebody else is writing, or keeps from being written. */
export function lockedQuery(playerIds: readonly string[]): QueryConfig {
  const text = `WITH free AS (SELECT player_id FROM account WHERE player_id = ANY ($1) FOR NO KEY UPDATE SKIP LOCKED)
    SELECT player_id FROM account WHERE player_id = ANY ($1) AND player_id NOT IN (SELECT player_id FROM free)`
  return { name: 'locked', text, values: [playerIds] }
}

const recorded = `SELECT entry.reference, entry.step, kind, player_id AS "playerId", entry.sequence, encode(int8send(input_hash), 'hex') AS "inputHash", game,
  stake_paise AS "stakePaise", payout_paise AS "payoutPaise", detail, held_side_paise AS "heldPaise", balance_after_paise AS "balanceAfterPaise", floor(extract(epoch FROM at) * 1000)::bigint AS "atMs"
  FROM unnest($1::uuid[]) AS asked (id) JOIN entry_key AS key ON key.reference = asked.id
  JOIN entry USING (account_no, sequence, at) JOIN account USING (account_no)`

export type RecordedRow = Omit<RecordedStep, 'sides'> & { step: Step; heldPaise: number }

/** What the ledger holds of these references. */
export function recordedQuery(references: readonly string[]): QueryConfig {
  return { name: 'recorded', text: recorded, values: [uuids(references, (reference) => reference)] }
}

export function recordedOf(rows: readonly RecordedRow[]): Map<string, Recorded> {
  const byReference = new Map<string, Recorded>()
  for (const { step, heldPaise, ...found } of rows)
    byReference.set(found.reference, {
      ...byReference.get(found.reference),
      [step]: { ...found, sides: { held: heldPaise } },
    })
  return byReference
}
