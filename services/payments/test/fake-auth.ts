import {
  checkWithdrawCode,
  getSiteMaintenance,
  mailNotice,
  mailOwners,
  mailWithdrawCode,
  proveOwner,
} from '@kismet/contracts'
import type { Input } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'

/** The login password of every player. */
export const loginPassword = 'a-long-password-7'

/** The code of every mail. */
export const mailedCode = '271828'

/** What auth was asked, and how it answers. */
export class FakeAuth {
  readonly mails: Input<typeof mailNotice>[] = []
  readonly ownerMails: Input<typeof mailOwners>[] = []
  /** Whether the mail server takes what auth is asked to mail. */
  readonly mailServer = { takes: true }
  /** Whether auth trusts the sessions of players; null: auth does not answer. */
  readonly sessions: { areTrusted: boolean | null } = { areTrusted: true }
  /** The accounts whose codes were mailed and not used, with what the mails name. The code is `mailedCode`. */
  readonly codes = new Map<string, string>()
  readonly site = { siteMaintenance: false }

  get handlers(): Handler<undefined>[] {
    return [
      handle(getSiteMaintenance, () => Promise.resolve(this.site)),
      handle(proveOwner, (_context, { input: { password } }) => {
        const { areTrusted } = this.sessions
        if (areTrusted === null) return Promise.reject(new Refusal('unavailable'))
        if (password !== undefined && password !== loginPassword) return Promise.reject(new Refusal('wrong_password'))
        return Promise.resolve({ isTrusted: areTrusted })
      }),
      handle(mailWithdrawCode, (_context, { input: { accountId, lastDigits } }) => {
        this.codes.set(accountId, lastDigits)
        return Promise.resolve({})
      }),
      handle(checkWithdrawCode, (_context, { input: { accountId, otp } }) =>
        otp === mailedCode && this.codes.delete(accountId)
          ? Promise.resolve({})
          : Promise.reject(new Refusal('invalid_code')),
      ),
      handle(mailOwners, (_context, { input }) => {
        this.ownerMails.push(input)
        return Promise.resolve({})
      }),
      handle(mailNotice, (_context, { input }) => {
        this.mails.push(input)
        return this.mailServer.takes ? Promise.resolve({}) : Promise.reject(new Refusal('unavailable'))
      }),
    ]
  }
}
