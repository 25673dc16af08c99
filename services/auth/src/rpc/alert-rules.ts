import { getAlertRules, ownerAlertLimits, paise, reportMeasures, sendTestAlert, setAlertRules } from '@kismet/contracts'
import type { AlertRules } from '@kismet/contracts'
import { publishedRtpPercent } from '@kismet/fairness'
import { inTransaction, msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { findEmails } from '../db/players.ts'
import { forgetWins, keepWins, takeUntoldWins } from '../db/large-wins.ts'
import { alertRuleChange } from '../domain/alert-rule-change.ts'
import { alertOf, mayMailWins, winsAbove, winsAlert } from '../domain/alerts.ts'
import type { LargeWin, RuleName, StoredRule, Theory } from '../domain/alerts.ts'
import { tellOwners } from '../owner-notices.ts'

interface Reported {
  readonly wins: readonly LargeWin[]
  readonly nowMs: number
}

const { dice, slots, mines, aviator } = publishedRtpPercent
const ofAviator = Object.values(aviator)
const theory: Theory = {
  ...{ dice: [dice, dice], slots: [slots, slots], mines: [mines, mines] },
  aviator: [Math.min(...ofAviator), Math.max(...ofAviator)],
}

/** The rules, locked until the end of the transaction. */
async function readRules(transaction: Queryable): Promise<StoredRule[]> {
  const sql = `SELECT rule, threshold, ${msOf('raised_at')} AS "raisedAtMs", is_open AS "isOpen", games FROM alert_rule ORDER BY rule FOR UPDATE`
  return (await transaction.query<StoredRule>(sql)).rows
}

function rulesOf(stored: readonly StoredRule[]): AlertRules {
  const of = (name: RuleName) => stored.find(({ rule }) => rule === name)?.threshold ?? null
  const [rtp, largeWin] = [of('rtp'), of('large-win')]
  return {
    oldestMinutes: of('oldest'),
    ledger: of('ledger') !== null,
    rtpPoints: rtp === null ? null : rtp / 100,
    largeWin: largeWin === null ? null : paise(largeWin),
  }
}

const thresholdsOf = ({ oldestMinutes, ledger, rtpPoints, largeWin }: AlertRules): Record<RuleName, number | null> => ({
  ...{ oldest: oldestMinutes, ledger: ledger ? 1 : null },
  ...{ rtp: rtpPoints === null ? null : Math.round(rtpPoints * 100), 'large-win': largeWin },
})

/** The rules for the audit log, which names amounts in paise. */
const textOf = ({ largeWin, ...rules }: AlertRules): string => JSON.stringify({ ...rules, largeWinPaise: largeWin })

/** Stores the wins above the limit. @returns the mail about the wins that are due */
async function alertOfWins(ctx: Context, transaction: Queryable, stored: StoredRule, { wins, nowMs }: Reported) {
  await forgetWins(transaction, nowMs - ownerAlertLimits.winsKeptMs)
  if (stored.threshold === null) return null
  await keepWins(transaction, winsAbove(stored.threshold, wins, nowMs))
  const [first, ...others] = mayMailWins(stored, nowMs)
    ? await takeUntoldWins(transaction, stored.threshold, nowMs)
    : []
  if (first === undefined) return null
  const players = await findEmails(
    transaction,
    [first, ...others].map(({ playerId }) => playerId),
  )
  const emails = new Map(players.map(({ _id, email }) => [_id, email]))
  return { isOpen: false, games: [], alert: winsAlert([first, ...others], emails, linksOf(ctx)) }
}

/** Links to pages of the back office. */
const linksOf =
  ({ config: { ADMIN_ORIGIN: origin } }: Context) =>
  (path: string): string[] =>
    origin === undefined ? [] : [new URL(path, origin).href]

/** The rules of alerts, and the mails about broken rules. */
export const alertOperations = [
  handle(getAlertRules, async ({ db, config }: Context) => ({
    rules: await inTransaction(db, async (transaction) => rulesOf(await readRules(transaction))),
    addresses: config.OWNER_MAILS.length,
  })),
  handle(sendTestAlert, async (ctx: Context, { admin, meta }) => {
    const addresses = ctx.config.OWNER_MAILS.length
    await inTransaction(ctx.db, async (transaction) => {
      const lines = [`${admin.username} sent this test from the page Reports. No rule is broken.`]
      await tellOwners(transaction, ctx, { event: 'alert', title: 'A test of the alerts by mail', lines })
      const row = { action: 'alert-settings.test', target: 'alert-settings', detail: { addresses } }
      await ctx.audit.append(transaction, { admin, ...row, meta })
    })
    ctx.outbox.wake()
    return { addresses }
  }),
  handle(setAlertRules, async (ctx: Context, { input, admin, meta }) => {
    await inTransaction(ctx.db, async (transaction) => {
      const before = rulesOf(await readRules(transaction))
      if (textOf(before) === textOf(input)) return
      for (const [rule, threshold] of Object.entries(thresholdsOf(input)))
        await transaction.query(
          'UPDATE alert_rule SET threshold = $2, is_open = is_open AND $2::bigint IS NOT NULL WHERE rule = $1',
          [rule, threshold],
        )
      const detail = { before: textOf(before), after: textOf(input) }
      await ctx.audit.append(transaction, {
        admin,
        action: 'alert-settings.change',
        target: 'alert-settings',
        detail,
        meta,
      })
      await tellOwners(transaction, ctx, {
        event: 'alert_rules',
        by: admin.username,
        detail: `${alertRuleChange(before, input)}.`,
      })
    })
    return { rules: input }
  }),
  // Each replica of analytics reports. The lock lets one of them send the mail.
  handle(reportMeasures, async (ctx: Context, { input }) => {
    const nowMs = ctx.clock.now()
    await inTransaction(ctx.db, async (transaction) => {
      for (const stored of await readRules(transaction)) {
        const mail =
          stored.rule === 'large-win'
            ? await alertOfWins(ctx, transaction, stored, { wins: input.wins, nowMs })
            : alertOf(stored, input, { theory, nowMs, linkTo: linksOf(ctx) })
        if (mail === null) continue
        const { isOpen, games, alert } = mail
        // The end of a rule sends a mail at any time, and the next break waits from the last one.
        const sql =
          'UPDATE alert_rule SET is_open = $2, games = $3, raised_at = coalesce($4, raised_at) WHERE rule = $1'
        const isEnd = stored.isOpen && !isOpen
        await transaction.query(sql, [stored.rule, isOpen, games, isEnd ? null : new Date(nowMs)])
        await tellOwners(transaction, ctx, { event: 'alert', ...alert })
      }
    })
    ctx.outbox.wake()
    return {}
  }),
]
