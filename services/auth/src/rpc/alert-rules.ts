import { getAlertRules, paise, reportMeasures, setAlertRules } from '@kismet/contracts'
import type { AlertRules } from '@kismet/contracts'
import { publishedRtpPercent } from '@kismet/fairness'
import { inTransaction, msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { alertOf } from '../domain/alerts.ts'
import type { RuleName, StoredRule, Theory } from '../domain/alerts.ts'
import { tellOwners } from '../owner-notices.ts'

const { dice, slots, mines, aviator } = publishedRtpPercent
const ofAviator = Object.values(aviator)
const theory: Theory = {
  ...{ dice: [dice, dice], slots: [slots, slots], mines: [mines, mines] },
  aviator: [Math.min(...ofAviator), Math.max(...ofAviator)],
}

/** The rules, locked until the end of the transaction. */
async function readRules(transaction: Queryable): Promise<StoredRule[]> {
  const sql = `SELECT rule, threshold, ${msOf('raised_at')} AS "raisedAtMs" FROM alert_rule ORDER BY rule FOR UPDATE`
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

/** The rules of alerts, and the mails about broken rules. */
export const alertOperations = [
  handle(getAlertRules, async ({ db }: Context) => ({
    rules: await inTransaction(db, async (transaction) => rulesOf(await readRules(transaction))),
  })),
  handle(setAlertRules, async (ctx: Context, { input, admin, meta }) => {
    await inTransaction(ctx.db, async (transaction) => {
      const before = rulesOf(await readRules(transaction))
      for (const [rule, threshold] of Object.entries(thresholdsOf(input)))
        await transaction.query('UPDATE alert_rule SET threshold = $2 WHERE rule = $1', [rule, threshold])
      const detail = { before: textOf(before), after: textOf(input) }
      await ctx.audit.append(transaction, {
        admin,
        action: 'alert-settings.change',
        target: 'alert-settings',
        detail,
        meta,
      })
      const { before: old, after } = detail
      await tellOwners(transaction, ctx, {
        event: 'alert_rules',
        by: admin.username,
        detail: `Before: ${old}. Now: ${after}.`,
      })
    })
    return { rules: input }
  }),
  // Each replica of analytics reports. The lock lets one of them send the mail.
  handle(reportMeasures, async (ctx: Context, { input }) => {
    const nowMs = ctx.clock.now()
    await inTransaction(ctx.db, async (transaction) => {
      for (const stored of await readRules(transaction)) {
        const detail = alertOf(stored, input, { theory, nowMs })
        if (detail === null) continue
        await transaction.query('UPDATE alert_rule SET raised_at = $2 WHERE rule = $1', [stored.rule, new Date(nowMs)])
        await tellOwners(transaction, ctx, { event: 'alert', by: 'Kismet', detail: detail.slice(0, 1_000) })
      }
    })
    ctx.outbox.wake()
    return {}
  }),
]
