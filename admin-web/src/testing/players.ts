import type {
  adminGetPlayer,
  adminGetPlayerFunds,
  adminGetPlayerLimits,
  adminGetPlayerStatement,
  adminListEntries,
  adminListPlayerNotes,
  adminListPlayers,
  adminListPlayerSessions,
  WireOutput,
} from '@kismet/contracts'
import { ledgerPlayer } from './ledger.ts'

const dayMs = 24 * 60 * 60_000
const iso = (atMs: number): string => new Date(atMs).toISOString()

export type WirePlayer = WireOutput<typeof adminGetPlayer>['player']
type WireRow = WireOutput<typeof adminListPlayers>['players'][number]
export type WireNote = WireOutput<typeof adminListPlayerNotes>['notes'][number]

/** The `n`th player in a list, as the server tells it. */
function row(n: number, nowMs: number, own: Partial<WireRow> = {}): WireRow {
  return {
    _id: `0190b2a0-0000-7000-8000-000000000a0${n}`,
    email: `player${n}@example.com`,
    username: null,
    state: 'active',
    verifiedAt: iso(nowMs - n * 9 * dayMs),
    lastLoginAt: iso(nowMs - n * 3 * 60 * 60_000),
    ...own,
  }
}

/** Players of each state; the first is the one whose page is shown. */
export function players(nowMs: number): WireRow[] {
  return [
    row(1, nowMs, { _id: ledgerPlayer, email: 'asha.rao@example.com' }),
    row(2, nowMs),
    row(3, nowMs, { state: 'suspended' }),
    row(4, nowMs, { email: 'somebody-with-a-rather-long-name@a-long-domain.example.org', lastLoginAt: null }),
    row(5, nowMs, { state: 'closed' }),
  ]
}

/** The first of them alone. */
export function player(nowMs: number): WirePlayer {
  const [first] = players(nowMs)
  if (!first) throw new Error('There is a first player')
  return { ...first, language: 'en', closedAt: null, suspension: null, sessions: 2 }
}

export const funds: WireOutput<typeof adminGetPlayerFunds>['funds'] = {
  ...{ balance: 18_432.5, balanceSeq: 214, netResult: -2_067.5, openStakes: 500, held: 2_000, firstDeposit: 5_000 },
  ...{ bonus: 500, bonusReleased: false, counted: 1_850, countedNeeded: 2_500, isSuspended: false },
}

export function sessions(nowMs: number): WireOutput<typeof adminListPlayerSessions>['sessions'] {
  return ['Chrome on Android', 'Safari on Mac'].map((device, n) => ({
    _id: `0190b2a0-0000-7000-8000-000000000e0${n}`,
    device,
    ip: `203.0.113.${17 + n}`,
    startedAt: iso(nowMs - (n + 3) * 60 * 60_000),
    lastActiveAt: iso(nowMs - n * 14 * 60_000),
  }))
}

/** All nine limits, of which one of each kind is set: that of losses ends tomorrow, that of stakes is nearly used. */
export function limits(nowMs: number): WireOutput<typeof adminGetPlayerLimits> {
  const set: Readonly<Record<string, number>> = { 'deposit day': 5_000, 'loss week': 10_000, 'wager day': 5_000 }
  const kinds = (['deposit', 'loss', 'wager'] as const).flatMap((type) =>
    (['day', 'week', 'month'] as const).map((period) => ({ type, period })),
  )
  return {
    limits: kinds.map(({ type, period }) => ({
      ...{ type, period },
      amount: set[`${type} ${period}`] ?? null,
      ...(type !== 'deposit' && { used: type === 'loss' ? -320 : 4_100 }),
      ...(type === 'loss' && period === 'week' && { pending: { amount: null, at: iso(nowMs + dayMs) } }),
    })),
    timeOutUntil: iso(nowMs + 2 * dayMs),
    excludedUntil: null,
  }
}

export function notes(nowMs: number): WireNote[] {
  const by = (name: string, kind: WireNote['kind'], text: string, days: number): WireNote => ({
    _id: String(90 - days),
    ...{ kind, text, by: name, at: iso(nowMs - days * dayMs) },
  })
  return [
    by('some.owner', 'lift', 'Two deposits with two proofs, as the bank says', 1),
    by('asha', 'suspend', 'The same proof for two deposits', 2),
    by('ananya', 'note', 'Called about the second deposit.\nWill send the statement of the bank.', 3),
  ]
}

/** Bets that are over, newest first. */
export function bets(nowMs: number): WireOutput<typeof adminGetPlayerStatement>['statements'] {
  return (['Aviator', 'Dice', 'Mines', 'Slots'] as const).map((gameType, n) => {
    const payout = n % 2 === 0 ? 1_240 : 0
    return {
      ...{ _id: `line-${n}`, date: iso(nowMs - n * 11 * 60_000), gameType, betAmount: 500, payout },
      transaction: `0190b2a0-0000-7000-8000-000000000b0${n}`,
      result: payout > 0 ? 'win' : 'loss',
      ...{ credit: payout - 500, closeBalance: 18_432.5 + n * 100 },
    }
  })
}

/** One entry of the ledger: a bet on Dice. */
export const entry: WireOutput<typeof adminListEntries>['entries'][number] = {
  ...{ _id: `${ledgerPlayer}:214`, playerId: ledgerPlayer, sequence: 214, kind: 'play', game: 'Dice' },
  ...{ reference: '0190b2a0-0000-7000-8000-000000000b01', amount: -500, stake: 500, payout: 0, balanceAfter: 18_432.5 },
  sides: { open: 0, held: 0, house: 500, outside: 0, bonus: 0 },
  note: null,
  at: '2026-11-21T12:00:00.000Z',
}
