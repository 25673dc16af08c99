import type { GameName } from '@kismet/contracts'
import { bigints, booleans, byteas, cell, texts, uuids } from '@kismet/service-kit/columns'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { isSettled } from '../bet.ts'
import type { Bet, OpenBet, SettledBet } from '../bet.ts'

interface Row extends Omit<SettledBet, 'source' | 'next' | 'serverSeed'> {
  readonly version: string
  readonly epoch: string
  readonly salt: string
  readonly nextVersion: string
  readonly nextEpoch: string
  readonly nextSalt: string
  readonly serverSeed: string | null
}

const openColumns = `bet_id AS "betId", player_id AS "playerId", game, nonce, version, epoch, salt,
  encode(server_seed_hash, 'hex') AS "serverSeedHash", next_version AS "nextVersion", next_epoch AS "nextEpoch",
  next_salt AS "nextSalt", encode(next_server_seed_hash, 'hex') AS "nextServerSeedHash", client_seed AS "clientSeed",
  client_seed_by AS "clientSeedBy", key_hash AS "keyHash", stake_paise AS "stakePaise", params,
  ${msOf('opened_at')} AS "openedAtMs", opened_balance_paise AS "openedBalancePaise", opened_balance_seq AS "openedBalanceSeq"`

const columns = `${openColumns}, encode(server_seed, 'hex') AS "serverSeed", outcome, multiplier_units AS "multiplierUnits",
  payout_paise AS "payoutPaise", balance_paise AS "balancePaise", balance_seq AS "balanceSeq",
  bonus_released AS "bonusReleased", ${msOf('settled_at')} AS "settledAtMs", is_refund AS "isRefund"`

function betOf({ version, epoch, salt, nextVersion, nextEpoch, nextSalt, serverSeed, ...row }: Row): Bet {
  const {
    outcome,
    multiplierUnits,
    payoutPaise,
    balancePaise,
    balanceSeq,
    bonusReleased,
    settledAtMs,
    isRefund,
    ...of
  } = row
  const source = { version, epoch, salt }
  const next = { version: nextVersion, epoch: nextEpoch, salt: nextSalt }
  const open: OpenBet = { ...of, source, next }
  if (serverSeed === null) return open
  const balance = { balancePaise, balanceSeq, bonusReleased }
  return { ...open, serverSeed, outcome, multiplierUnits, payoutPaise, ...balance, settledAtMs, isRefund }
}

async function read(db: Queryable, which: string, values: readonly unknown[]): Promise<Bet[]> {
  return (await db.query<Row>(`SELECT ${columns} FROM bet WHERE ${which}`, [...values])).rows.map(betOf)
}

export const findBets = (db: Queryable, betIds: readonly string[]): Promise<Bet[]> =>
  betIds.length === 0 ? Promise.resolve([]) : read(db, 'bet_id = ANY ($1)', [betIds])

export async function findBet(db: Queryable, betId: string): Promise<Bet | undefined> {
  return (await findBets(db, [betId]))[0]
}

/** The newest settled bets of a player's game, newest first. */
export async function findNewest(
  db: Queryable,
  playerId: string,
  game: GameName,
  limit: number,
): Promise<SettledBet[]> {
  const which = 'player_id = $1 AND game = $2 AND settled_at IS NOT NULL ORDER BY nonce DESC LIMIT $3'
  return (await read(db, which, [playerId, game, limit])).filter(isSettled)
}

/** Settled bets of a player's game with nonces after `after` up to `upTo`: the first `limit` of them, or the last. */
export async function findBetween(
  db: Queryable,
  { playerId, game }: { readonly playerId: string; readonly game: GameName },
  { after, upTo, first, last }: { readonly after: number; readonly upTo: number; first?: number; last?: number },
): Promise<SettledBet[]> {
  const order = first === undefined ? 'DESC' : 'ASC'
  const which = `player_id = $1 AND game = $2 AND nonce > $3 AND nonce <= $4 AND settled_at IS NOT NULL ORDER BY nonce ${order} LIMIT $5`
  return (await read(db, which, [playerId, game, after, upTo, first ?? last ?? 0])).filter(isSettled)
}

/** Bets in progress that are due, the most overdue first. */
export async function findDue(db: Queryable, nowMs: number, limit: number): Promise<Bet[]> {
  return read(db, 'settled_at IS NULL AND due_at <= $1 ORDER BY due_at LIMIT $2', [new Date(nowMs), limit])
}

/** Puts a bet in progress off: it is due again at `dueAtMs`. */
export async function setDue(db: Queryable, betId: string, dueAtMs: number): Promise<void> {
  await db.query('UPDATE bet SET due_at = $2 WHERE bet_id = $1 AND settled_at IS NULL', [betId, new Date(dueAtMs)])
}

interface Column {
  readonly name: string
  readonly type: string
  readonly send: (bets: readonly Bet[]) => Buffer
}

const text = (name: string, valueOf: (bet: Bet) => string | null, type = 'text'): Column => ({
  ...{ name, type },
  send: (bets) => texts(bets, valueOf),
})
const hex = (name: string, valueOf: (bet: Bet) => string | undefined): Column => ({
  ...{ name, type: 'bytea' },
  send: (bets) =>
    byteas(bets, (bet) => {
      const value = valueOf(bet)
      return value === undefined ? null : Buffer.from(value, 'hex')
    }),
})
const whole = (name: string, valueOf: (bet: Bet) => number): Column => ({
  ...{ name, type: 'bigint' },
  send: (bets) => bigints(bets, valueOf),
})
const time = (name: string, valueOf: (bet: Bet) => number | undefined): Column =>
  text(
    name,
    (bet) => {
      const ms = valueOf(bet)
      return ms === undefined ? null : new Date(ms).toISOString()
    },
    'timestamptz',
  )
const ended = <Value>(bet: Bet, valueOf: (bet: SettledBet) => Value): Value | undefined =>
  isSettled(bet) ? valueOf(bet) : undefined

const written: readonly Column[] = [
  { name: 'bet_id', type: 'uuid', send: (bets) => uuids(bets, ({ betId }) => betId) },
  { name: 'player_id', type: 'uuid', send: (bets) => uuids(bets, ({ playerId }) => playerId) },
  text('game', ({ game }) => game),
  whole('nonce', ({ nonce }) => nonce),
  text('version', ({ source }) => source.version),
  text('epoch', ({ source }) => source.epoch),
  text('salt', ({ source }) => source.salt),
  hex('server_seed_hash', ({ serverSeedHash }) => serverSeedHash),
  text('next_version', ({ next }) => next.version),
  text('next_epoch', ({ next }) => next.epoch),
  text('next_salt', ({ next }) => next.salt),
  hex('next_server_seed_hash', ({ nextServerSeedHash }) => nextServerSeedHash),
  text('client_seed', ({ clientSeed }) => clientSeed),
  text('client_seed_by', ({ clientSeedBy }) => clientSeedBy),
  text('key_hash', ({ keyHash }) => keyHash),
  whole('stake_paise', ({ stakePaise }) => stakePaise),
  text('params', ({ params }) => JSON.stringify(params), 'jsonb'),
  time('opened_at', ({ openedAtMs }) => openedAtMs),
  whole('opened_balance_paise', ({ openedBalancePaise }) => openedBalancePaise),
  whole('opened_balance_seq', ({ openedBalanceSeq }) => openedBalanceSeq),
  hex('server_seed', (bet) => ended(bet, ({ serverSeed }) => serverSeed)),
  text('outcome', (bet) => ended(bet, ({ outcome }) => JSON.stringify(outcome)) ?? null, 'jsonb'),
  whole('multiplier_units', (bet) => ended(bet, ({ multiplierUnits }) => multiplierUnits) ?? 0),
  whole('payout_paise', (bet) => ended(bet, ({ payoutPaise }) => payoutPaise) ?? 0),
  whole('balance_paise', (bet) => ended(bet, ({ balancePaise }) => balancePaise) ?? 0),
  whole('balance_seq', (bet) => ended(bet, ({ balanceSeq }) => balanceSeq) ?? 0),
  {
    name: 'bonus_released',
    type: 'boolean',
    send: (bets) => booleans(bets, (bet) => ended(bet, ({ bonusReleased }) => bonusReleased) ?? false),
  },
  time('settled_at', (bet) => ended(bet, ({ settledAtMs }) => settledAtMs)),
  {
    name: 'is_refund',
    type: 'boolean',
    send: (bets) => booleans(bets, (bet) => ended(bet, ({ isRefund }) => isRefund) ?? false),
  },
]

const [, ...changed] = written
const cells = written.map(({ name, type }, index) => {
  const sent =
    type === 'timestamptz' || type === 'jsonb' ? `${cell(index + 2, 'text')}::${type}` : cell(index + 2, type)
  return `${sent} AS ${name}`
})
const endedAt = written.findIndex(({ name }) => name === 'settled_at') + 2

/** A settled bet is not written over by an open one: a page of the log may be read again. */
const write = `
  INSERT INTO bet (${written.map(({ name }) => name).join(', ')}, due_at, transaction_id)
  SELECT ${cells.join(', ')}, to_timestamp(${cell(written.length + 2, 'bigint')} / 1000.0),
    CASE WHEN ${cell(endedAt, 'text')} IS NOT NULL THEN pg_current_xact_id() END
  FROM generate_series(1, $1::integer) AS i
  ON CONFLICT (bet_id) DO UPDATE SET ${changed.map(({ name }) => `${name} = excluded.${name}`).join(', ')},
    transaction_id = coalesce(bet.transaction_id, excluded.transaction_id)
  WHERE bet.settled_at IS NULL OR excluded.settled_at IS NOT NULL`

/** Writes bets as they are now. @param dueAtMs when a bet in progress is due, in ms since the epoch */
export async function writeBets(db: Queryable, bets: readonly Bet[], dueAtMs: (bet: Bet) => number): Promise<void> {
  if (bets.length === 0) return
  const arrays = written.map(({ send }) => send(bets))
  await db.query(write, [bets.length, ...arrays, bigints(bets, dueAtMs)])
}
