import type { EntryKind, Game } from '@kismet/contracts'
import type { QueryConfig } from 'pg'
import type { Account } from '../domain/account.ts'
import type { Step } from '../domain/command.ts'
import type { Recorded, RecordedStep } from '../domain/entry.ts'
import { noProtection } from '../domain/protection.ts'
import type { Protection } from '../domain/protection.ts'
import { arrayOf } from './array-text.ts'

const accountColumns = `a.player_id, a.version, a.sequence, a.balance_paise, a.open_paise, a.held_paise,
  a.first_deposit_paise, a.bonus_paise, a.bonus_released, a.counted_paise, a.activity_day,
  a.wagered_day_paise, a.wagered_week_paise, a.wagered_month_paise, a.lost_day_paise, a.lost_week_paise, a.lost_month_paise,
  p.player_id IS NOT NULL, p.wager_day_paise, p.wager_week_paise, p.wager_month_paise, p.loss_day_paise, p.loss_week_paise, p.loss_month_paise,
  floor(extract(epoch FROM p.time_out_until) * 1000)::bigint, floor(extract(epoch FROM p.excluded_until) * 1000)::bigint`

const accounts = `SELECT ${accountColumns}
  FROM unnest($1::uuid[]) AS asked (id) JOIN account a ON a.player_id = asked.id LEFT JOIN protection p ON p.player_id = a.player_id`

export type AccountRow = [
  playerId: string,
  version: number,
  sequence: number,
  balancePaise: number,
  openPaise: number,
  heldPaise: number,
  firstDepositPaise: number,
  bonusPaise: number,
  bonusReleased: boolean,
  countedPaise: number,
  activityDay: number,
  wageredDay: number,
  wageredWeek: number,
  wageredMonth: number,
  lostDay: number,
  lostWeek: number,
  lostMonth: number,
  hasProtection: boolean,
  wagerLimitDay: number | null,
  wagerLimitWeek: number | null,
  wagerLimitMonth: number | null,
  lossLimitDay: number | null,
  lossLimitWeek: number | null,
  lossLimitMonth: number | null,
  timeOutUntilMs: number | null,
  excludedUntilMs: number | null,
]

/**
 * The accounts of these players; one who is missing is new. `locked` keeps them from being changed by anybody else until the end of the transaction.
 * Player ids in ascending order: that is the order in which all writers lock.
 */
export function accountsQuery(playerIds: readonly string[], locked: boolean): QueryConfig & { rowMode: 'array' } {
  return {
    name: locked ? 'accounts-locked' : 'accounts',
    text: locked ? `${accounts} FOR NO KEY UPDATE OF a` : accounts,
    values: [arrayOf(playerIds)],
    rowMode: 'array',
  }
}

export function accountOf(row: AccountRow): Account {
  return {
    playerId: row[0],
    version: row[1],
    sequence: row[2],
    balancePaise: row[3],
    openPaise: row[4],
    heldPaise: row[5],
    firstDepositPaise: row[6],
    bonusPaise: row[7],
    bonusReleased: row[8],
    countedPaise: row[9],
    activity: {
      day: row[10],
      wageredPaise: { day: row[11], week: row[12], month: row[13] },
      lostPaise: { day: row[14], week: row[15], month: row[16] },
    },
    protection: row[17] ? protectionOf(row) : noProtection,
  }
}

function protectionOf(row: AccountRow): Protection {
  return {
    wagerPaise: { day: row[18], week: row[19], month: row[20] },
    lossPaise: { day: row[21], week: row[22], month: row[23] },
    timeOutUntilMs: row[24],
    excludedUntilMs: row[25],
  }
}

const recorded = `SELECT reference, step, kind, player_id, encode(input_hash, 'hex'), game, stake_paise, held_side_paise, balance_after_paise,
  floor(extract(epoch FROM at) * 1000)::bigint
  FROM unnest($1::uuid[]) AS asked (id) JOIN entry ON entry.reference = asked.id`

export type RecordedRow = [
  reference: string,
  step: Step,
  kind: EntryKind,
  playerId: string,
  inputHash: string,
  game: Game | null,
  stakePaise: number,
  heldPaise: number,
  balanceAfterPaise: number,
  atMs: number,
]

/** What the ledger holds of these references. */
export function recordedQuery(references: readonly string[]): QueryConfig & { rowMode: 'array' } {
  return { name: 'recorded', text: recorded, values: [arrayOf(references)], rowMode: 'array' }
}

export function recordedOf(rows: readonly RecordedRow[]): Map<string, Recorded> {
  const byReference = new Map<string, Recorded>()
  for (const [
    reference,
    step,
    kind,
    playerId,
    inputHash,
    game,
    stakePaise,
    heldPaise,
    balanceAfterPaise,
    atMs,
  ] of rows) {
    const found: RecordedStep = { kind, playerId, inputHash, game, stakePaise, heldPaise, balanceAfterPaise, atMs }
    byReference.set(reference, { ...byReference.get(reference), [step]: found })
  }
  return byReference
}
