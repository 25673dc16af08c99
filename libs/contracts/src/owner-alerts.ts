import { z } from 'zod'
import { ReturnsGame } from './game-returns.ts'
import { ledgerStates } from './ledger.ts'
import { limits } from './limits.ts'
import { Paise, rupees } from './money.ts'
import { auditReaders, operation } from './operation.ts'
import { IsoTime, NoInput, openEnum } from './primitives.ts'

const { oldestMinutes, rtpPoints, largeWinRupees } = limits.ownerAlerts
const between = ({ min, max }: { readonly min: number; readonly max: number }, unit: string) =>
  z
    .number({ error: `Enter ${min} to ${max} ${unit}.` })
    .min(min, { error: `Enter ${min} to ${max} ${unit}.` })
    .max(max, { error: `Enter ${min} to ${max} ${unit}.` })

/** When owners get a mail. Null or false: never. `rtpPoints`: the distance of the actual RTP of seven days from the theory. */
export const AlertRules = z.object({
  oldestMinutes: between(oldestMinutes, 'minutes').int({ error: 'Enter whole minutes.' }).nullable(),
  ledger: z.boolean(),
  rtpPoints: between(rtpPoints, 'percentage points')
    .multipleOf(0.01, { error: 'Use two decimals at most.' })
    .nullable(),
  largeWin: rupees(between(largeWinRupees, 'rupees')).nullable(),
})
export type AlertRules = z.output<typeof AlertRules>

export const getAlertRules = operation({
  subject: 'auth.get-alert-rules',
  route: {
    method: 'GET',
    path: '/api/admin/alert-rules',
    access: { admin: auditReaders },
    rate: 'read',
    summary: 'When owners get a mail about the casino',
  },
  input: NoInput,
  output: z.object({ rules: AlertRules }),
  errors: [],
})

export const setAlertRules = operation({
  subject: 'auth.set-alert-rules',
  route: {
    method: 'PUT',
    path: '/api/admin/alert-rules',
    access: { admin: ['owner'] },
    rate: 'command',
    summary: 'Set when owners get a mail about the casino',
  },
  input: AlertRules,
  output: z.object({ rules: AlertRules }),
  errors: [],
})

/** What analytics measures for the rules. A part is null while its service does not answer. */
export const AlertMeasures = z.object({
  oldestPendingAt: IsoTime.nullable(),
  ledger: openEnum(ledgerStates).nullable(),
  /** Bets of seven days. */
  returns: z.array(z.object({ game: ReturnsGame, bets: z.int().nonnegative(), actualPercent: z.number() })).max(10),
  /** The largest payouts of today and of yesterday. */
  wins: z
    .array(z.object({ reference: z.string().max(64), game: z.string().max(20), payoutPaise: Paise, at: IsoTime }))
    .max(limits.reports.winsShown * 2),
})
export type AlertMeasures = z.output<typeof AlertMeasures>

/** Mails the owners about each rule that the measures break, at most once an hour for each rule. */
export const reportMeasures = operation({
  subject: 'auth.report-measures',
  callers: ['analytics'],
  input: AlertMeasures,
  output: z.object({}),
  errors: [],
})

/** When the request that has waited longest was made; null without a pending request. */
export const readOldestPending = operation({
  subject: 'payments.read-oldest-pending',
  callers: ['analytics'],
  input: NoInput,
  output: z.object({ oldestAt: IsoTime.nullable() }),
  errors: [],
})

/** The result of the newest reconciliation, without its totals. */
export const readLedgerHealth = operation({
  subject: 'wallet.read-ledger-health',
  callers: ['analytics'],
  input: NoInput,
  output: z.object({ state: openEnum(ledgerStates) }),
  errors: [],
})
