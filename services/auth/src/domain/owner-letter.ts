import type { OwnerEvent, OwnerNotice } from '@kismet/contracts'
import { escaped } from './mail-frame.ts'
import type { MailContent } from './mail-frame.ts'

/** A mail to the owners before it is written. `atMs`: the time of the cause. */
export type OwnerLetter = OwnerNotice & { readonly atMs: number }

const subjects: Record<OwnerEvent, string> = {
  admin_added: 'A new admin was added',
  admin_role: 'The role of an admin was changed',
  admin_enabled: 'An admin may log in again',
  admin_password_reset: 'The password of an admin was reset',
  admin_two_step_reset: 'The two-step login of an admin was turned off',
  admin_rules: 'The rule about two-step login was changed',
  approval_settings: 'The rules of approvals were changed',
  payout_settings: 'The settings of payouts were changed',
  alert_rules: 'The rules of alerts were changed',
  pay_to_proposed: 'A change of a pay-to account waits for confirmation',
  pay_to_changed: 'The pay-to accounts were changed',
  pay_to_withdrawn: 'A change of a pay-to account was withdrawn',
  alert: 'Alert: a limit was passed',
}

const alertAdvice = 'Check the dashboard and the page Reports of the back office. Owners change the limits there.'
const changeAdvice = 'If you do not know why, check the audit log of the back office at once.'

/** Writes a mail to the owners, in English like the back office. */
export function writeOwnerMail({ event, by, detail, atMs }: OwnerLetter): MailContent {
  const style = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Kolkata' } as const
  const time = new Intl.DateTimeFormat('en-IN', style).format(atMs)
  const subject = `Kismet back office: ${subjects[event]}`
  const lines = [
    `${subjects[event]}.`,
    detail,
    `By ${by}, on ${time} (India time).`,
    event === 'alert' ? alertAdvice : changeAdvice,
  ]
  const html = `<!doctype html><html lang="en"><body>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</body></html>`
  return { subject, text: `${lines.join('\n\n')}\n`, html }
}
