import { z } from 'zod'
import { ReturnsGame } from './game-returns.ts'
import { ledgerStates } from './ledger.ts'
import { inRupees, Paise, rupees } from './money.ts'
import { auditReaders, operation } from './operation.ts'
import { Id, IsoTime, NoInput, openEnum } from './primitives.ts'
import { RequestKind } from './requests.ts'
import { Game } from './wallet.ts'

/**
 * The range of each rule. Alerts below it would be noise. `winsKeptMs`: how long a win can be told after its bet.
 * `winsReported`: wins of one report of analytics. `winsNamed`: wins that one mail names.
 */
export const ownerAlertLimits = {
  oldestMinutes: { min: 5, max: 1_440 },
  rtpPoints: { min: 0.5, max: 50 },
  largeWinRupees: { min: 1_000, max: 1_00_00_000 },
  winsKeptMs: 7 * 24 * 3_600_000,
  ...{ winsReported: 200, winsNamed: 10 },
} as const

const { oldestMinutes, rtpPoints, largeWinRupees } = ownerAlertLimits
const between = (
  { min, max }: { readonly min: number; readonly max: number },
  say: (limit: number) => string,
  unit = '',
) => {
  const told = { error: () => `Enter ${say(min)} to ${say(max)}${unit}.` }
  return z.number(told).min(min, told).max(max, told)
}
const counted = (limit: number) => limit.toLocaleString('en-IN')

/** When owners get a mail. Null or false: never. `rtpPoints`: the distance of the actual RTP of seven days from the theory. `largeWin`: the least gain. */
export const AlertRules = z.object({
  oldestMinutes: between(oldestMinutes, counted, ' minutes').int({ error: 'Enter whole minutes.' }).nullable(),
  ledger: z.boolean(),
  rtpPoints: between(rtpPoints, counted, ' percentage points')
    .multipleOf(0.01, { error: 'Use two decimals at most.' })
    .nullable(),
  largeWin: rupees(between(largeWinRupees, inRupees)).nullable(),
})
export type AlertRules = z.output<typeof AlertRules>

/** The number of addresses of OWNER_MAILS. Without an address no mail to owners leaves. */
const addresses = z.int().nonnegative()

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
  output: z.object({ rules: AlertRules, addresses }),
  errors: [],
})

/** Mails a test to the owners. */
export const sendTestAlert = operation({
  subject: 'auth.send-test-alert',
  route: {
    method: 'POST',
    path: '/api/admin/alert-rules/test',
    access: { admin: ['owner'] },
    rate: 'command',
    summary: 'Send a test mail to the owners',
  },
  input: NoInput,
  output: z.object({ addresses }),
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

/** What a player won over the stake of a bet, in paise. Large wins are measured by their gain. */
export const gainOf = ({
  payoutPaise,
  stakePaise,
}: {
  readonly payoutPaise: number
  readonly stakePaise: number
}): number => payoutPaise - stakePaise

/** The requests that wait for a decision, and the oldest. */
const WaitingRequests = z.object({
  count: z.int().nonnegative(),
  sumPaise: Paise,
  oldest: z.object({ kind: RequestKind, id: Id, email: z.string(), amountPaise: Paise, at: IsoTime }).nullable(),
})

/** What analytics measures for the rules. A part is null while its service does not answer, or has not counted all days. */
export const AlertMeasures = z.object({
  waiting: WaitingRequests.nullable(),
  ledger: openEnum(ledgerStates).nullable(),
  /** Bets of seven days. */
  returns: z
    .array(z.object({ game: ReturnsGame, bets: z.int().nonnegative(), actualPercent: z.number() }))
    .max(10)
    .nullable(),
  /** Wins that the previous reports did not have. A win may come twice. */
  wins: z
    .array(
      z.object({
        ...{ entryId: z.string().max(64), reference: Id, playerId: Id, game: openEnum(Game.options) },
        ...{ stakePaise: Paise, payoutPaise: Paise, at: IsoTime },
      }),
    )
    .max(ownerAlertLimits.winsReported),
})
export type AlertMeasures = z.output<typeof AlertMeasures>

/** Mails the owners about each rule that breaks, stays broken for a day, or is over; at most once an hour when a rule breaks. */
export const reportMeasures = operation({
  subject: 'auth.report-measures',
  callers: ['analytics'],
  input: AlertMeasures,
  output: z.object({}),
  errors: [],
})

export const readWaiting = operation({
  subject: 'payments.read-waiting',
  callers: ['analytics'],
  input: NoInput,
  output: WaitingRequests,
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
