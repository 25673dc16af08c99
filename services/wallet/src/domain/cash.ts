import type { Account } from './account.ts'
import type { Ruling } from './bets.ts'
import type { CommandOf } from './command.ts'
import { movement } from './entry.ts'
import type { Recorded, Sides } from './entry.ts'

/** Money that came in from outside. */
export function deposit(command: CommandOf<'deposit'>): Ruling {
  return movement('deposit', { balance: command.amountPaise, outside: -command.amountPaise })
}

/** Corrects a balance outside of bets, deposits and withdrawals. The named house account bears the amount. */
export function correct(
  { account: bearer, amountPaise }: CommandOf<'correction'>,
  _recorded: Recorded,
  account: Account,
): Ruling {
  if (account.balancePaise + amountPaise < 0) return 'insufficient_balance'
  return movement('correction', { balance: amountPaise, [bearer]: -amountPaise })
}

/** Holds the money of a withdrawal. Order: a suspension (403) before the state of the withdrawal (409) before funds (422). */
export function hold(command: CommandOf<'hold'>, { open }: Recorded, account: Account): Ruling {
  if (account.protection.isSuspended) return 'account_suspended'
  if (open !== undefined) return 'already_decided'
  if (account.balancePaise < command.amountPaise) return 'insufficient_balance'
  return movement('hold', { balance: -command.amountPaise, held: command.amountPaise })
}

/** Releases a hold. */
export function release(command: CommandOf<'release'>, recorded: Recorded): Ruling {
  return decideHold(command, recorded, (held) => ({ balance: held, held: -held }))
}

/** Pays a hold out. The balance fell at the hold, so it stays. A pay-out without a hold is refused. */
export function payOut(command: CommandOf<'pay-out'>, recorded: Recorded): Ruling {
  if (recorded.open === undefined) return 'hold_differs'
  return decideHold(command, recorded, (held) => ({ held: -held, outside: held }))
}

/** Ends a hold. A release without a hold moves no money, and refuses a later hold. */
function decideHold(
  { kind, amountPaise }: CommandOf<'release' | 'pay-out'>,
  { open, close }: Recorded,
  sidesOf: (heldPaise: number) => Partial<Sides>,
): Ruling {
  if (open === undefined) return movement(kind, {}, { step: 'open' })
  if (close !== undefined || open.kind !== 'hold') return 'already_decided'
  if (amountPaise !== open.sides.held) return 'hold_differs'
  return movement(kind, sidesOf(open.sides.held))
}
