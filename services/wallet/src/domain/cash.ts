import type { Account } from './account.ts'
import type { Ruling } from './bets.ts'
import type { CommandOf } from './command.ts'
import { movement } from './entry.ts'
import type { Recorded } from './entry.ts'

/** Money that came in from outside. */
export function deposit(command: CommandOf<'deposit'>): Ruling {
  return movement('deposit', { balance: command.amountPaise, outside: -command.amountPaise })
}

/** Sets money of a withdrawal aside. */
export function hold(command: CommandOf<'hold'>, account: Account): Ruling {
  if (account.balancePaise < command.amountPaise) return 'insufficient_balance'
  return movement('hold', { balance: -command.amountPaise, held: command.amountPaise })
}

/** Returns what was set aside. */
export function release(recorded: Recorded): Ruling {
  const heldPaise = heldBy(recorded)
  return typeof heldPaise === 'string' ? heldPaise : movement('release', { balance: heldPaise, held: -heldPaise })
}

/** Lets what was set aside leave. The balance does not change: it went down at the hold. */
export function payOut(recorded: Recorded): Ruling {
  const heldPaise = heldBy(recorded)
  return typeof heldPaise === 'string' ? heldPaise : movement('pay-out', { held: -heldPaise, outside: heldPaise })
}

function heldBy({ open, close }: Recorded): number | 'already_decided' | 'not_found' {
  if (close !== undefined) return 'already_decided'
  return open === undefined ? 'not_found' : open.sides.held
}
