import { z } from 'zod'
import { Language } from './auth.ts'
import { mailedCode } from './mailed-code.ts'
import { lastDigits, OwnNotices } from './player-notices.ts'
import { operation } from './operation.ts'
import { givenPassword, newPassword, passwordTimeoutMs } from './passwords.ts'
import { Done, Id, IsoTime, NoInput, openEnum } from './primitives.ts'

const allFields = 'All fields are required.'
const enterPassword = 'Please enter your password.'

/** A live session of the player. `device` is the name that its browser sent ('Chrome on Windows'). No location is stored. `isThis`: the session of the call. */
export const OwnSession = z.object({
  sessionId: Id,
  device: z.string().nullable(),
  startedAt: IsoTime,
  lastActiveAt: IsoTime,
  isThis: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>

const Sessions = z.object({ sessions: z.array(OwnSession) })

/** Who the player is here, and where they are logged in, used last first. The previous release sends no `notices`. */
export const getOwnAccount = operation({
  subject: 'auth.get-own-account',
  route: {
    method: 'GET',
    path: '/api/account',
    access: 'player',
    rate: 'read',
    summary: 'The own account and its sessions',
  },
  input: NoInput,
  output: Sessions.extend({
    email: z.string(),
    verifiedAt: IsoTime,
    language: openEnum(Language.options),
    notices: OwnNotices.optional(),
  }),
  errors: [],
})

/** Ends one session of the player's own. One that has ended, or is another's, is not found. */
export const endOwnSession = operation({
  subject: 'auth.end-own-session',
  route: {
    method: 'DELETE',
    path: '/api/account/sessions/:sessionId',
    access: 'player',
    rate: 'command',
    summary: 'End one of the own sessions, with its sockets',
  },
  input: z.object({ sessionId: Id }),
  output: Sessions,
  errors: ['not_found'],
})

export const endOtherSessions = operation({
  subject: 'auth.end-other-sessions',
  route: {
    method: 'POST',
    path: '/api/account/sessions/end-others',
    access: 'player',
    rate: 'command',
    summary: 'End all own sessions but this one, with their sockets',
  },
  input: NoInput,
  output: Sessions,
  errors: [],
})

/** A new password ends every session of the player, this one too. Wrong ones are counted with those of the login. */
export const changePassword = operation({
  subject: 'auth.change-password',
  route: {
    method: 'POST',
    path: '/api/change-password',
    access: 'player',
    rate: 'command',
    device: 'player',
    summary: 'Change the own password; ends all own sessions',
  },
  input: z.object({ currentPassword: givenPassword(allFields), newPassword: newPassword(allFields) }),
  output: Done,
  errors: ['wrong_password'],
  timeoutMs: passwordTimeoutMs,
})

/**
 * Closes the account for good: no login, bet or deposit any more. Refused while it holds money, an open bet or a request that waits (`account_not_empty` says which).
 * It can be sent again until its answer is known.
 */
export const closeAccount = operation({
  subject: 'auth.close-account',
  route: {
    method: 'POST',
    path: '/api/account/close',
    access: 'player',
    rate: 'command',
    device: 'player',
    summary: 'Close the own account for good',
  },
  input: z.object({ password: givenPassword(enterPassword) }),
  output: Done,
  errors: ['wrong_password', 'account_not_empty'],
  timeoutMs: passwordTimeoutMs,
})

/**
 * Asked by payments in the name of a player who saves a bank account. `password`: the login password, checked with the
 * throttles of the login. `isTrusted`: the password was not reset within a day. The device of the session was known a
 * day before, or is the device of the sign-up.
 */
export const proveOwner = operation({
  subject: 'auth.prove-owner',
  access: 'player',
  callers: ['payments'],
  input: z.object({ password: givenPassword(enterPassword).optional() }),
  output: z.object({ isTrusted: z.boolean() }),
  errors: ['wrong_password'],
  timeoutMs: passwordTimeoutMs,
})

/**
 * Mails a code for a new withdraw password of a bank account to the player's own address. Payments asks in the name of the
 * player. The limits of mailed codes apply. The mail names the bank account by its last digits.
 */
export const mailWithdrawCode = operation({
  subject: 'auth.mail-withdraw-code',
  access: 'player',
  callers: ['payments'],
  input: z.object({ accountId: Id, lastDigits }),
  output: z.object({}),
  errors: [],
})

/** Checks the code of `mailWithdrawCode` and uses it up. */
export const checkWithdrawCode = operation({
  subject: 'auth.check-withdraw-code',
  access: 'player',
  callers: ['payments'],
  input: z.object({ accountId: Id, otp: mailedCode(allFields) }),
  output: z.object({}),
  errors: ['invalid_code'],
})

/** Refuses bets and deposits of a player for good. Refused while the player has money or an open bet. A repeat is safe. */
export const closeWallet = operation({
  subject: 'wallet.close',
  callers: ['auth'],
  input: z.object({ playerId: Id }),
  output: z.object({}),
  errors: ['account_not_empty'],
})

/** Removes the personal data of a player whose account was closed long ago: e-mail, names and bank accounts. Safe to repeat. */
export const erasePlayer = operation({
  subject: 'payments.erase-player',
  callers: ['auth'],
  input: z.object({ playerId: Id }),
  output: z.object({}),
  errors: [],
})

/** How many deposits and withdrawals of a player wait for a decision. */
export const countPendingRequests = operation({
  subject: 'payments.count-pending-requests',
  callers: ['auth'],
  input: z.object({ playerId: Id }),
  output: z.object({ pending: z.int().nonnegative() }),
  errors: [],
})
