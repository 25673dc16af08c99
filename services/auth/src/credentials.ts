import { limits } from '@kismet/contracts'
import type { Audience, OperationShape } from '@kismet/contracts'
import { nobody } from '@kismet/service-kit/audit/chain'
import { inTransaction } from '@kismet/service-kit/database'
import type { Call } from '@kismet/service-kit/handle'
import { siteOf } from '@kismet/service-kit/network'
import type { PasswordWork } from '@kismet/service-kit/password-hashing'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from './context.ts'
import { refreshHash } from './db/passwords.ts'
import type { Password } from './db/passwords.ts'
import type { Window } from './windows.ts'

/** A login attempt, with or without an existing account. */
export interface LoginTry<Account extends Password> {
  readonly audience: Audience
  /** The e-mail or username as typed. */
  readonly name: string
  /** `isKnown`: the account has logged in on this device before. */
  readonly account: (Account & { readonly isKnown: boolean }) | undefined
  readonly call: Pick<Call<OperationShape>, 'meta' | 'keepDevice'>
  /** The caller has a session and shows the password again, so a wrong password does not answer 401. */
  readonly again?: { readonly admin?: Pick<Admin, 'id' | 'username'>; readonly wrong?: string }
}

/** An account whose password was correct, with the result of the other checks. */
export interface Checked<Account extends Password, Shown = void> {
  readonly account: Account
  readonly shown: Shown
}

const wrong: Record<Audience, string> = {
  player: 'Wrong email or password.',
  admin: 'Wrong username, password or code.',
}

/** The refusal of a login. One text for all reasons, so that the text does not show whether the account exists. */
export function wrongCredentials(audience: Audience): Refusal {
  return new Refusal('invalid_credentials', wrong[audience])
}

/**
 * @throws Refusal `invalid_request` for one of the commonest passwords, and for the password
 * `before`. The contract checks the length.
 */
export function requireUncommonPassword(
  { commonPasswords }: Pick<Context, 'commonPasswords'>,
  password: string,
  before?: string,
): void {
  if (password === before)
    throw new Refusal('invalid_request', 'Please choose a password that differs from the current password.')
  if (commonPasswords.has(password.toLowerCase()))
    throw new Refusal('invalid_request', 'This password is too common. Please choose another one.', {
      fault: 'password_too_common',
    })
}

/** Logs a login attempt, without the e-mail and the password. @param outcome `ok` or the code of the refusal */
export function recordLogin(
  { log, secrets }: Context,
  { audience, name, account, call: { meta } }: LoginTry<Password>,
  outcome: string,
): void {
  const who = { account: secrets.tagOf(name), personId: account?.id, isKnown: account?.isKnown === true }
  const entry = { event: 'login', audience, outcome, ...who, network: siteOf(meta.ip), requestId: meta.requestId }
  if (outcome === 'ok') log.info(entry, 'login')
  else log.warn(entry, 'login refused')
}

/** Refused logins of one account in the audit log. More rows would let a guesser fill the log. */
const auditedRefusals = { most: 20, withinMs: 3_600_000 }

/**
 * Writes a refused login of an admin into the audit log. A name without an account may be a password, so the
 * row has its tag. A right password is counted apart, so that guesses do not hide it.
 */
async function auditRefusal(
  { audit, clock, db, randomness, secrets, windows }: Context,
  { name, account, call: { meta }, again }: LoginTry<Password>,
  error: unknown,
  passwordRight: boolean,
): Promise<void> {
  if (!isRefusal(error)) return
  if (!passwordRight && error.code !== 'invalid_credentials' && error.code !== 'too_many_requests') return
  const key = `login-audit:${again === undefined}:${passwordRight}:${account?.id ?? 'unknown'}`
  if ((await windows.waitMs([{ key, ...auditedRefusals }], randomness.id(clock.now()))) > 0) return
  const action = again === undefined ? 'session.refuse-login' : 'session.refuse-shown-again'
  const target = account?.id ?? secrets.tagOf(name)
  const detail = { username: account?.username ?? null, refusal: error.code, passwordRight }
  await inTransaction(db, (transaction) =>
    audit.append(transaction, { admin: again?.admin ?? nobody, action, target, detail, meta }),
  )
}

/** The throttles of wrong passwords. A known device has its own; other devices count per network and all together. */
export function wrongPasswordsOf(
  { secrets, sessions }: Context,
  { audience, name, account, call: { meta } }: LoginTry<Password>,
): Window[] {
  const { ofOne, ofStrangers } = limits.login
  const key = `login:${audience}:${secrets.tagOf(name)}`
  if (account?.isKnown === true) return [{ key: `${key}:${sessions.originOf(meta).device}`, ...ofOne }]
  return [
    { key: `${key}:${siteOf(meta.ip)}`, ...ofOne },
    { key: `${key}:strangers`, ...ofStrangers },
  ]
}

function requireRoom(retryAfterMs: number): void {
  if (retryAfterMs <= 0) return
  const minutes = Math.ceil(retryAfterMs / 60_000)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  throw new Refusal('too_many_requests', `Too many wrong passwords. Please try again in ${wait}.`, { retryAfterMs })
}

/**
 * Checks a password, then runs the other checks in `show`. A missing account takes the same steps and the same time.
 *
 * - A try is recorded before the check, so that parallel tries count.
 * - A correct try is removed, unless `show` refuses. So guesses of a second step count like guesses of a password.
 * - The throttle of unknown devices does not lock out the owner's known devices.
 * - A refusal of an admin is a row of the audit log.
 * @returns the account and the result of `show`
 * @throws Refusal `invalid_credentials` (`wrong_password` with a session), `too_many_requests`, `unavailable`, or a refusal of `show`
 */
export async function requirePassword<Account extends Password, Shown>(
  ctx: Context,
  tried: LoginTry<Account>,
  password: string,
  show: (account: Account, work: PasswordWork) => Promise<Shown>,
): Promise<Checked<Account, Shown>> {
  const { clock, passwords, randomness, windows } = ctx
  const { audience, account, again } = tried
  const counted = wrongPasswordsOf(ctx, tried)
  const progress = { isPasswordRight: false }
  try {
    requireRoom(await windows.waitMs(counted))
    return await passwords.run({ audience, account, ip: tried.call.meta.ip }, async (work) => {
      const noted = randomness.id(clock.now())
      requireRoom(await windows.waitMs(counted, noted))
      if (!(await work.matches(account?.passwordHash, password)) || account === undefined)
        throw wrongCredentials(audience)
      progress.isPasswordRight = true
      if (work.isOutdated(account.passwordHash)) await refreshHash(ctx.db, audience, account, await work.hash(password))
      const shown = await show(account, work)
      await windows.empty(counted.slice(0, 1))
      await windows.giveBack(counted.slice(1), noted)
      return { account, shown }
    })
  } catch (error) {
    if (isRefusal(error)) recordLogin(ctx, tried, error.code)
    if (audience === 'admin') await auditRefusal(ctx, tried, error, progress.isPasswordRight)
    throw again !== undefined && isRefusal(error, 'invalid_credentials')
      ? new Refusal('wrong_password', again.wrong)
      : error
  }
}
