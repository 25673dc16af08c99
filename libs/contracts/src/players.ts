import { z } from 'zod'
import { Language } from './auth.ts'
import { DayRange } from './day-range.ts'
import { limits } from './limits.ts'
import { BalanceSeq, PlayerStanding, Rupees } from './money.ts'
import { adminRoles, operation } from './operation.ts'
import type { AdminRole } from './operation.ts'
import { AdminListQuery, Id, IsoTime, openEnum, PageQuery } from './primitives.ts'
import { deciders } from './requests.ts'
import { getDeposited, SaferPlay } from './safer-play.ts'
import { StatementFilters, StatementGameType, StatementRow } from './statement.ts'

/** Who may keep a player from play, and let one play again: those who move money. */
export const suspenders = deciders

/** Who helps players: may write notes and end sessions. */
export const playerHelpers = ['owner', 'cashier', 'support'] as const satisfies readonly AdminRole[]

/** `closed`: by the player, for good. `suspended`: by an admin, until it is lifted. */
export const PlayerState = z.enum(['active', 'suspended', 'closed'])
export type PlayerState = z.output<typeof PlayerState>

const everyAdmin = { admin: adminRoles } as const
const helpers = { admin: playerHelpers } as const

/** The id of a player. An unknown id is `not_found`. */
const PlayerId = z.object({ id: z.string().max(64) })

/** A player as lists of admins show them. */
export const PlayerRow = z.object({
  _id: Id,
  email: z.string(),
  username: z.null(),
  state: openEnum(PlayerState.options),
  verifiedAt: IsoTime,
  /** Of a session of the last 90 days. */
  lastLoginAt: IsoTime.nullable(),
})
export type PlayerRow = z.output<typeof PlayerRow>

/** Who a player is, without anything that lets anybody in. */
export const PlayerIdentity = PlayerRow.extend({
  language: openEnum(Language.options),
  closedAt: IsoTime.nullable(),
  suspension: z.object({ by: z.string(), reason: z.string(), at: IsoTime }).nullable(),
  /** How many live. */
  sessions: z.int().nonnegative(),
})
export type PlayerIdentity = z.output<typeof PlayerIdentity>

/** A note of an admin about a player, or a suspension or its end with the reason. Notes are never changed. */
export const PlayerNote = z.object({
  _id: z.string(),
  kind: openEnum(['note', 'suspend', 'lift']),
  text: z.string(),
  by: z.string(),
  at: IsoTime,
})
export type PlayerNote = z.output<typeof PlayerNote>

/** A live session of a player: `device` is what its browser said that it is. */
export const PlayerSession = z.object({
  _id: Id,
  device: z.string().nullable(),
  ip: z.string().nullable(),
  startedAt: IsoTime,
  lastActiveAt: IsoTime,
})

const { reason, note } = limits.playerNotes
const Reason = z
  .string({ error: 'Please give a reason.' })
  .trim()
  .min(reason.minLength, { error: `A reason has at least ${reason.minLength} letters.` })
  .max(reason.maxLength, { error: `A reason has at most ${reason.maxLength} letters.` })

export const adminListPlayers = operation({
  subject: 'auth.list-players',
  route: {
    method: 'GET',
    path: '/api/admin/players',
    access: everyAdmin,
    rate: 'read',
    summary: 'Players whose e-mail or id begins with a text, else all, the newest first',
  },
  callers: ['analytics'],
  /** `search`: how an e-mail begins, or at least 8 digits of how an id does. `from` and `to`: the days of the sign-up. */
  input: AdminListQuery.extend({ state: PlayerState.optional(), ...DayRange.shape }),
  output: z.object({ players: z.array(PlayerRow), nextCursor: z.string().nullable() }),
  errors: [],
})

export const adminGetPlayer = operation({
  subject: 'auth.get-player',
  route: {
    method: 'GET',
    path: '/api/admin/players/:id',
    access: everyAdmin,
    rate: 'read',
    summary: 'One player',
  },
  input: PlayerId,
  output: z.object({ player: PlayerIdentity }),
  errors: ['not_found'],
})

export const adminListPlayerSessions = operation({
  subject: 'auth.list-player-sessions',
  route: {
    method: 'GET',
    path: '/api/admin/players/:id/sessions',
    access: everyAdmin,
    rate: 'read',
    summary: 'Live sessions of a player, those used last first',
  },
  input: PlayerId,
  output: z.object({ sessions: z.array(PlayerSession) }),
  errors: ['not_found'],
})

export const adminEndPlayerSessions = operation({
  subject: 'auth.end-player-sessions',
  route: {
    method: 'POST',
    path: '/api/admin/players/:id/end-sessions',
    access: helpers,
    rate: 'command',
    summary: 'End all sessions of a player, with their sockets',
  },
  input: PlayerId,
  output: z.object({ ended: z.int().nonnegative() }),
  errors: ['not_found'],
})

/**
 * Ends all sessions of the player and refuses logins, new bets, deposits and withdrawals (`account_suspended`). Open bets are
 * settled, and pending requests are decided as usual. A suspended player keeps the first reason.
 */
export const suspendPlayer = operation({
  subject: 'auth.suspend-player',
  route: {
    method: 'POST',
    path: '/api/admin/players/:id/suspend',
    access: { admin: suspenders },
    rate: 'command',
    summary: 'Keep a player from login, bets, deposits and withdrawals; all sessions end',
  },
  input: PlayerId.extend({ reason: Reason }),
  output: z.object({ player: PlayerIdentity }),
  errors: ['not_found', 'account_closed'],
})

/** Lets a suspended player log in, play and pay again. A player without a suspension stays the same. */
export const liftSuspension = operation({
  subject: 'auth.lift-suspension',
  route: {
    method: 'POST',
    path: '/api/admin/players/:id/lift',
    access: { admin: suspenders },
    rate: 'command',
    summary: 'End the suspension of a player',
  },
  input: PlayerId.extend({ reason: Reason }),
  output: z.object({ player: PlayerIdentity }),
  errors: ['not_found'],
})

export const adminListPlayerNotes = operation({
  subject: 'auth.list-player-notes',
  route: {
    method: 'GET',
    path: '/api/admin/players/:id/notes',
    access: everyAdmin,
    rate: 'read',
    summary: 'What admins wrote of a player, newest first',
  },
  input: PageQuery.extend(PlayerId.shape),
  output: z.object({ notes: z.array(PlayerNote), nextCursor: z.string().nullable() }),
  errors: ['not_found'],
})

export const addPlayerNote = operation({
  subject: 'auth.add-player-note',
  route: {
    method: 'POST',
    path: '/api/admin/players/:id/notes',
    access: helpers,
    rate: 'command',
    summary: 'Write a note of a player, which stays',
  },
  input: PlayerId.extend({
    text: z
      .string({ error: 'Please write a note.' })
      .trim()
      .min(1, { error: 'Please write a note.' })
      .max(note.maxLength, { error: () => `A note has at most ${note.maxLength.toLocaleString('en-IN')} letters.` }),
  }),
  output: z.object({ note: PlayerNote }),
  errors: ['not_found'],
})

/** The accounts of a player in the ledger. For a player without entries all are 0. */
export const adminGetPlayerFunds = operation({
  subject: 'wallet.get-player-funds',
  route: {
    method: 'GET',
    path: '/api/admin/players/:id/funds',
    access: everyAdmin,
    rate: 'read',
    summary: 'Balance, open stakes, withdrawals that wait, and the bonus of a player',
  },
  input: PlayerId,
  output: z.object({
    funds: z.object({
      balance: PlayerStanding.shape.balance,
      balanceSeq: BalanceSeq,
      netResult: PlayerStanding.shape.netResult,
      openStakes: Rupees,
      held: Rupees,
      firstDeposit: Rupees,
      /** What the first deposit has earned, and whether it is in the balance already. */
      bonus: Rupees,
      bonusReleased: z.boolean(),
      /** Stakes that count for the release, and how many it takes. */
      counted: Rupees,
      countedNeeded: Rupees,
      /** Whether the wallet refuses bets, deposits and withdrawals of the player. */
      isSuspended: z.boolean(),
    }),
  }),
  errors: ['not_found'],
})

export const adminGetPlayerLimits = operation({
  subject: 'wallet.get-player-limits',
  route: {
    method: 'GET',
    path: '/api/admin/players/:id/limits',
    access: everyAdmin,
    rate: 'read',
    summary: 'The rules of safer play that a player has set',
  },
  input: PlayerId,
  output: SaferPlay,
  errors: ['not_found'],
})

export const adminGetPlayerDeposited = operation({
  subject: 'payments.get-player-deposited',
  route: {
    method: 'GET',
    path: '/api/admin/players/:id/deposited',
    access: everyAdmin,
    rate: 'read',
    summary: 'What counts against the limits of deposits of a player',
  },
  input: PlayerId,
  output: getDeposited.output,
  errors: ['not_found'],
})

/** `Bets`: of all games. `end`: the last characters of the id of a bet or request, at least six. */
export const PlayerStatementFilters = StatementFilters.extend({
  gameType: z.enum([...StatementGameType.options, 'Bets', 'All', '']).optional(),
  end: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f-]{6,36}$/, { error: 'An id ends with six or more of the characters 0-9 and a-f.' })
    .optional(),
})

export const adminGetPlayerStatement = operation({
  subject: 'analytics.get-player-statement',
  route: {
    method: 'GET',
    path: '/api/admin/players/:id/statement',
    access: everyAdmin,
    rate: 'read',
    summary:
      'The account statement of a player, or the bets of it, newest first. With `end` a page may be short or empty',
  },
  input: PageQuery.extend(PlayerStatementFilters.shape).extend(PlayerId.shape),
  output: z.object({ statements: z.array(StatementRow), nextCursor: z.string().nullable() }),
  errors: ['not_found'],
})

/**
 * Makes the ledger refuse bets, deposits and withdrawals of a player, or accept them again. `version` grows with each change.
 * A late older version is ignored. A repeat is safe.
 */
export const setSuspension = operation({
  subject: 'wallet.set-suspension',
  callers: ['auth'],
  input: z.object({ playerId: Id, isSuspended: z.boolean(), version: z.int().positive() }),
  output: z.object({}),
  errors: [],
})
