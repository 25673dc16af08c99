import { z } from 'zod'
import { operation } from './operation.ts'
import { Id } from './primitives.ts'

/** What all owners are told by mail: who may act, by which rules, where players pay to, and what changes for all players. */
export const OwnerEvent = z.enum([
  'admin_added',
  'admin_role',
  'admin_enabled',
  'admin_disabled',
  'admin_password_reset',
  'admin_two_step_reset',
  'admin_rules',
  'approval_settings',
  'approval_settings_weaker',
  'approval_settings_proposed',
  'approval_settings_withdrawn',
  'payout_settings',
  'pay_to_proposed',
  'pay_to_changed',
  'pay_to_withdrawn',
  'game_mode',
  'maintenance',
  'report_mail',
  'alert_rules',
])
export type OwnerEvent = z.output<typeof OwnerEvent>

/** `by`: the admin who acted, or `operator`. `detail`: what was done, in one line. */
export const OwnerNotice = z.object({ event: OwnerEvent, by: z.string().max(64), detail: z.string().max(1_000) })
export type OwnerNotice = z.output<typeof OwnerNotice>

/**
 * Mails a notice to the addresses of OWNER_MAILS. After the answer auth has stored the mail, once for each `noticeId`. Without
 * an address the notice goes to the log of auth.
 */
export const mailOwners = operation({
  subject: 'auth.mail-owners',
  callers: ['payments', 'aviator'],
  input: OwnerNotice.extend({ noticeId: Id }),
  output: z.object({}),
  errors: [],
})
