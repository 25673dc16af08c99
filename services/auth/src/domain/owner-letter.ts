import type { OwnerEvent, OwnerNotice } from '@kismet/contracts'
import { escaped } from './mail-frame.ts'
import type { MailContent } from './mail-frame.ts'

/** A mail about a rule of owners. `title` is its subject. */
export interface AlertNotice {
  readonly event: 'alert'
  readonly title: string
  readonly lines: readonly string[]
}

/** A mail to the owners before it is written. `atMs`: the time of the cause. */
export type OwnerLetter = (OwnerNotice | AlertNotice) & { readonly atMs: number }

const subjects: Record<OwnerEvent, string> = {
  admin_added: 'A new admin was added',
  admin_role: 'The role of an admin was changed',
  admin_enabled: 'An admin may log in again',
  admin_disabled: 'An admin was disabled',
  admin_password_reset: 'The password of an admin was reset',
  admin_two_step_reset: 'The two-step login of an admin was turned off',
  admin_rules: 'The rule about two-step login was changed',
  approval_settings: 'The rules of approvals were changed',
  approval_settings_weaker: 'The rules of approvals were made weaker',
  approval_settings_proposed: 'Weaker rules of approvals wait for confirmation',
  approval_settings_withdrawn: 'Weaker rules of approvals were withdrawn',
  payout_settings: 'The settings of payouts were changed',
  game_mode: 'The game mode of Aviator was changed',
  maintenance: 'Maintenance was switched on or off',
  report_mail: 'The addresses of the daily report were changed',
  alert_rules: 'The rules of alerts were changed',
  pay_to_proposed: 'A change of a pay-to account waits for confirmation',
  pay_to_changed: 'The pay-to accounts were changed',
  pay_to_withdrawn: 'A change of a pay-to account was withdrawn',
}

const alertAdvice = 'Owners change the limits of alerts on the page Reports of the back office.'
const disabledAdvice =
  'If you do not know why, check the audit log of the back office at once. The operator lets the admin log in again with ./kismet admin enable.'
const changeAdvice = 'If you do not know why, check the audit log of the back office at once.'

/** A time for a sentence of a mail. */
export function indiaText(atMs: number): string {
  const style = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Kolkata' } as const
  return `${new Intl.DateTimeFormat('en-IN', style).format(atMs)} (India time)`
}

/** The subject of a mail, and what the mail says after its first line. */
function partsOf(letter: OwnerLetter): { readonly title: string; readonly lines: readonly string[] } {
  const time = indiaText(letter.atMs)
  if (letter.event === 'alert') return { title: letter.title, lines: [...letter.lines, `Time: ${time}.`, alertAdvice] }
  const { event, detail, by } = letter
  const advice = event === 'admin_disabled' ? disabledAdvice : changeAdvice
  return { title: subjects[event], lines: [detail, `By ${by}, on ${time}.`, advice] }
}

/** A line of HTML that is an address of the back office becomes a link. */
const linked = (line: string): string => (/^https?:\S+$/.test(line) ? `<a href="${line}">${line}</a>` : line)

/** Writes a mail to the owners, in English like the back office. */
export function writeOwnerMail(letter: OwnerLetter): MailContent {
  const { title, lines } = partsOf(letter)
  const all = [`${title}.`, ...lines]
  const html = `<!doctype html><html lang="en"><body>${all.map((line) => `<p>${linked(escaped(line))}</p>`).join('')}</body></html>`
  return { subject: `Kismet back office: ${title}`, text: `${all.join('\n\n')}\n`, html }
}
