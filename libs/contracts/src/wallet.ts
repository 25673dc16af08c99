import { z } from 'zod'
import { limits } from './limits.ts'
import { BalanceSeq, Paise, paiseOfRupees, PlayerBalance, PlayerStanding, Rupees } from './money.ts'
import { operation } from './operation.ts'
import type { BusUser } from './operation.ts'
import { Id, IsoTime, NoInput } from './primitives.ts'
import { errorCodes, protectionErrors } from './errors.ts'

export const Game = z.enum(['Aviator', 'Mines', 'Dice', 'Slots'])
export type Game = z.output<typeof Game>

/** Whose bets a service may play, reserve, settle and void: those of its own games. */
export const gamesOfServices: Partial<Record<BusUser, readonly Game[]>> = {
  'dice-slots': ['Dice', 'Slots'],
  mines: ['Mines'],
  aviator: ['Aviator'],
}

/** The wallet's limits of one stake, payout or deposit, for all callers. Each game also has its own limits. */
export const siteLimits = {
  stakePaise: {
    Aviator: paiseOfRupees(limits.aviator.maxRupees),
    Mines: paiseOfRupees(limits.mines.maxRupees),
    Dice: paiseOfRupees(limits.dice.maxRupees),
    Slots: paiseOfRupees(limits.slots.maxRupees),
  },
  payoutPaise: limits.maxWinPaise,
  depositPaise: paiseOfRupees(limits.deposit.maxRupees),
} as const

const positive = Paise.refine((amount) => amount > 0, { error: 'The amount must be positive.' })
const notNegative = Paise.refine((amount) => amount >= 0, { error: 'The amount must not be negative.' })

/**
 * The answer of every money command, in paise. `replayed` is true when the same command was booked before and this is its first answer again.
 * `bonusReleased` is true when this very command released the first-deposit bonus; the balance includes it.
 */
export const Booked = z.object({
  balancePaise: notNegative,
  balanceSeq: BalanceSeq,
  bonusReleased: z.boolean(),
  replayed: z.boolean(),
})
export type Booked = z.output<typeof Booked>

/** What a game stores with its entry of a bet. The wallet does not read it. Printable ASCII, so characters are bytes. */
export const BetDetail = z
  .string()
  .regex(/^[ -~]{0,512}$/, { error: 'The detail must be at most 512 ASCII characters.' })

/** A bet as its entry of the ledger has it. `balancePaise` and `balanceSeq` are those after that entry and its bonus. */
export const RecordedBet = z.object({
  betId: Id,
  playerId: Id,
  game: z.string(),
  kind: z.enum(['play', 'reserve', 'settle', 'void']),
  stakePaise: notNegative,
  payoutPaise: notNegative,
  detail: BetDetail,
  balancePaise: notNegative,
  balanceSeq: BalanceSeq,
  bonusReleased: z.boolean(),
  at: IsoTime,
})
export type RecordedBet = z.output<typeof RecordedBet>

/**
 * The answer to a new bet. `recorded` is the bet that the ledger had under this id before: the same one when `replayed` is
 * true, else another one. Another one is a conflict: the wallet did not book the new bet.
 */
export const BetAnswer = Booked.extend({ at: IsoTime.optional(), recorded: RecordedBet.optional() })
export type BetAnswer = z.output<typeof BetAnswer>

/** The hash of what the player asked for. It tells a replay from a conflict; payout and detail do not. */
const RequestHash = z.string().regex(/^[0-9a-f]{16}$/)

/** Stake and payout of an instant game in one step. `betId` is the idempotency key. */
export const playBet = operation({
  subject: 'wallet.play',
  callers: ['dice-slots', 'mines'],
  perCaller: true,
  input: z.object({
    ...{ betId: Id, playerId: Id, game: Game, stakePaise: positive, payoutPaise: notNegative },
    ...{ requestHash: RequestHash.optional(), detail: BetDetail.optional() },
  }),
  output: BetAnswer,
  errors: [
    'amount_over_limit',
    'insufficient_balance',
    'max_win_exceeded',
    'idempotency_conflict',
    'maintenance',
    ...protectionErrors,
  ],
})

/** Takes the stake of a bet that lasts. It is settled or voided later, once. */
export const reserveBet = operation({
  subject: 'wallet.reserve',
  callers: ['mines', 'aviator'],
  perCaller: true,
  input: z.object({
    ...{ betId: Id, playerId: Id, game: Game, stakePaise: positive },
    ...{ requestHash: RequestHash.optional(), detail: BetDetail.optional() },
  }),
  output: BetAnswer,
  errors: [
    'amount_over_limit',
    'insufficient_balance',
    'idempotency_conflict',
    'bet_voided',
    'maintenance',
    ...protectionErrors,
  ],
})

/**
 * Ends a reserved bet with its payout (0 for a loss). `stakePaise` is the stake of the decision:
 * another reserved stake is an `idempotency_conflict`.
 */
export const settleBet = operation({
  subject: 'wallet.settle',
  callers: ['mines', 'aviator'],
  perCaller: true,
  input: z.object({
    ...{ betId: Id, playerId: Id, stakePaise: positive, payoutPaise: notNegative },
    detail: BetDetail.optional(),
  }),
  output: Booked,
  errors: ['not_found', 'max_win_exceeded', 'idempotency_conflict', 'bet_voided'],
})

/** The bet that the ledger has under an id, without its end; null for an unused id. */
export const readBet = operation({
  subject: 'wallet.read-bet',
  callers: ['dice-slots', 'mines'],
  perCaller: true,
  input: z.object({ betId: Id }),
  output: z.object({ bet: RecordedBet.nullable() }),
  errors: [],
  timeoutMs: 1_000,
})

/** The most bets that one call settles. */
export const maxBetsSettled = 500

/**
 * Settles many reserved bets of a game whose bets end together. Each bet is settled as by `settleBet`, independent of
 * the other bets. The outcomes have the order of the bets.
 */
export const settleBets = operation({
  subject: 'wallet.settle-bets',
  callers: ['aviator'],
  perCaller: true,
  input: z.object({ bets: z.array(settleBet.input).min(1).max(maxBetsSettled) }),
  output: z.object({
    outcomes: z.array(
      z.discriminatedUnion('ok', [
        Booked.extend({ ok: z.literal(true) }),
        z.object({ ok: z.literal(false), code: z.enum(errorCodes) }),
      ]),
    ),
  }),
  errors: [],
})

/** Returns the stake of a reserved bet. A void before its reserve takes the id, so that the late reserve is refused. */
export const voidBet = operation({
  subject: 'wallet.void',
  callers: ['aviator'],
  perCaller: true,
  input: z.object({ betId: Id, playerId: Id, reason: z.string().min(1).max(200) }),
  output: Booked,
  errors: ['idempotency_conflict', 'bet_settled'],
})

/** Books an approved deposit. The first one of a player opens the bonus. */
export const creditDeposit = operation({
  subject: 'wallet.credit',
  callers: ['payments'],
  input: z.object({ depositId: Id, playerId: Id, amountPaise: positive }),
  output: Booked,
  errors: ['amount_over_limit', 'idempotency_conflict'],
})

/** Holds the money of a requested withdrawal. `already_decided`: the withdrawal was released or paid out before. */
export const holdWithdrawal = operation({
  subject: 'wallet.hold',
  callers: ['payments'],
  input: z.object({ withdrawalId: Id, playerId: Id, amountPaise: positive }),
  output: Booked,
  errors: [
    'amount_over_limit',
    'insufficient_balance',
    'already_decided',
    'idempotency_conflict',
    'account_suspended',
    'maintenance',
  ],
})

/** A decided withdrawal. `amountPaise` is the amount of the decision: another held amount is `hold_differs`. */
const DecidedWithdrawal = z.object({ withdrawalId: Id, playerId: Id, amountPaise: positive })

/** Returns the money of a rejected withdrawal. Before its hold it leaves a mark, so that the late one is refused. */
export const releaseWithdrawal = operation({
  subject: 'wallet.release',
  callers: ['payments'],
  input: DecidedWithdrawal,
  output: Booked,
  errors: ['not_found', 'already_decided', 'hold_differs'],
})

/** Pays out the held money of an approved withdrawal. `unavailable` while the ledger is broken and no operator has allowed pay-outs. */
export const payOutWithdrawal = operation({
  subject: 'wallet.pay-out',
  callers: ['payments'],
  input: DecidedWithdrawal,
  output: Booked,
  errors: ['not_found', 'already_decided', 'hold_differs'],
})

/** The balance of a player by id, for other services. A player that the wallet has not seen yet has 0. */
export const readBalance = operation({
  subject: 'wallet.read-balance',
  callers: ['auth', 'payments', 'mines', 'aviator'],
  input: z.object({ playerId: Id }),
  output: PlayerStanding,
  errors: [],
})

export const getBalance = operation({
  subject: 'wallet.get-balance',
  route: { method: 'GET', path: '/api/user/balance', access: 'player', rate: 'read', summary: 'The balance' },
  input: NoInput,
  output: PlayerStanding,
  errors: [],
})

/** Keeps the shape of the spec and never changes the ledger: a client may not name its own balance. The attempt is logged. */
export const postBalance = operation({
  subject: 'wallet.post-balance',
  route: {
    method: 'POST',
    path: '/api/user/balance',
    access: 'player',
    rate: 'read',
    passive: true,
    summary: 'The balance; the amount is ignored',
  },
  input: z.object({ amount: z.unknown().optional() }),
  output: PlayerStanding,
  errors: [],
})

export const getProfile = operation({
  subject: 'wallet.get-profile',
  route: {
    method: 'GET',
    path: '/api/user/profile',
    access: 'player',
    rate: 'read',
    summary: 'Profile with the state of the bonus',
  },
  input: NoInput,
  output: z.object({
    user: z.object({
      _id: Id,
      email: z.string(),
      username: z.null(),
      ...PlayerBalance.shape,
      awaitingBonus: Rupees,
      firstDepositAmount: Rupees,
      totalBetsAfterFirstDeposit: Rupees,
    }),
  }),
  errors: [],
})
