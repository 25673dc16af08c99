import type { EntryKind, Game } from '@kismet/contracts'
import { uuids } from '@kismet/service-kit/columns'
import type { QueryConfig } from 'pg'
import type { Account } from '../domain/account.ts'
import type { Step } from '../domain/command.ts'
import type { Recorded, RecordedStep } from '../domain/entry.ts'

const accountColumns = `player_id, account_no, version, sequence, balance_paise, open_paise, held_paise,
  first_deposit_paise, bonus_paise, bonus_released, counted_paise, activity_day,
  wagered_day_paise, wagered_week_paise, wagered_month_paise, lost_day_paise, lost_week_paise, lost_month_paise,
  wager_limit_day_paise, wager_limit_week_paise, wager_limit_month_paise, loss_limit_day_paise, loss_limit_week_paise, loss_limit_month_paise,
  floor(extract(epoch FROM time_out_until) * 1000)::bigint, floor(extract(epoch FROM excluded_until) * 1000)::bigint`

const accounts = `SELECT ${accountColumns} FROM unnest($1::uuid[]) AS asked (id) JOIN account ON player_id = asked.id`
/** Locked in the order of their numbers, as every writer does, so that no two wait for each other. */
const accountsLocked = `${accounts} ORDER BY account_no FOR NO KEY UPDATE OF account`

export type AccountRow = [
  playerId: string,
  accountNo: number,
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
  wagerLimitDay: number | null,
  wagerLimitWeek: number | null,
  wagerLimitMonth: number | null,
  lossLimitDay: number | null,
  lossLimitWeek: number | null,
  lossLimitMonth: number | null,
  timeOutUntilMs: number | null,
  excludedUntilMs: number | null,
]

/** The accounts of these players; one who is missing is new. `locked` keeps them from being changed by anybody else until the end of the transaction. */
export function accountsQuery(playerIds: readonly string[], locked: boolean): QueryConfig & { rowMode: 'array' } {
  return {
    name: locked ? 'accounts-locked' : 'accounts',
    text: locked ? accountsLocked : accounts,
    values: [uuids(playerIds, (playerId) => playerId)],
    rowMode: 'array',
  }
}

export function accountOf(row: AccountRow): Account {
  return {
    playerId: row[0],
    accountNo: row[1],
    version: row[2],
    sequence: row[3],
    balancePaise: row[4],
    openPaise: row[5],
    heldPaise: row[6],
    firstDepositPaise: row[7],
    bonusPaise: row[8],
    bonusReleased: row[9],
    countedPaise: row[10],
    activity: {
      day: row[11],
      wageredPaise: { day: row[12], week: row[13], month: row[14] },
      lostPaise: { day: row[15], week: row[16], month: row[17] },
    },
    protection: {
      wagerPaise: { day: row[18], week: row[19], month: row[20] },
      lossPaise: { day: row[21], week: row[22], month: row[23] },
      timeOutUntilMs: row[24],
      excludedUntilMs: row[25],
    },
  }
}

const recorded = `SELECT reference, step, kind, player_id, entry.sequence, encode(int8send(input_hash), 'hex'), game, stake_paise, held_side_paise, balance_after_paise,
  floor(extract(epoch FROM at) * 1000)::bigint
  FROM unnest($1::uuid[]) AS asked (id) JOIN entry ON entry.reference = asked.id JOIN account USING (account_no)`

export type RecordedRow = [
  reference: string,
  step: Step,
  kind: EntryKind,
  playerId: string,
  sequence: number,
  inputHash: string,
  game: Game | null,
  stakePaise: number,
  heldPaise: number,
  balanceAfterPaise: number,
  atMs: number,
]

/** What the ledger holds of these references. */
export function recordedQuery(references: readonly string[]): QueryConfig & { rowMode: 'array' } {
  return { name: 'recorded', text: recorded, values: [uuids(references, (reference) => reference)], rowMode: 'array' }
}

export function recordedOf(rows: readonly RecordedRow[]): Map<string, Recorded> {
  const byReference = new Map<string, Recorded>()
  for (const [
    reference,
    step,
    kind,
    playerId,
    sequence,
    inputHash,
    game,
    stakePaise,
    heldPaise,
    balanceAfterPaise,
    atMs,
  ] of rows) {
    const sides = { held: heldPaise }
    const found: RecordedStep = {
      kind,
      playerId,
      sequence,
      inputHash,
      game,
      stakePaise,
      sides,
      balanceAfterPaise,
      atMs,
    }
    byReference.set(reference, { ...byReference.get(reference), [step]: found })
  }
  return byReference
}
