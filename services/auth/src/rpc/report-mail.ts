import { getReportMail, mailReport, setReportMail } from '@kismet/contracts'
import { inTransaction, takeLock } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { tellOwners } from '../owner-notices.ts'

const keptDays = 400
/** Of a notice to the owners. */
const detailMax = 1_000

async function addressesOf(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ address: string }>('SELECT address FROM report_mail ORDER BY address')
  return rows.map(({ address }) => address)
}

/** The addresses that were added and removed, in one line. */
function changedAddresses(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((address) => !before.includes(address))
  const removed = before.filter((address) => !after.includes(address))
  const parts = [
    ['Added', added],
    ['Removed', removed],
  ] as const
  const told = parts.filter(([, { length }]) => length > 0).map(([word, all]) => `${word}: ${all.join(', ')}.`)
  return told.join(' ').slice(0, detailMax)
}

/** Who gets the daily report, and the mails themselves. */
export const reportMailOperations = [
  handle(getReportMail, async ({ db }: Context) => ({ addresses: await addressesOf(db) })),
  handle(setReportMail, async (ctx: Context, { input, admin, meta }) => {
    const { db, audit, clock } = ctx
    const addresses = [...new Set(input.addresses.map((address) => address.toLowerCase()))]
    await inTransaction(db, async (transaction) => {
      await takeLock(transaction, 'report mail')
      const before = await addressesOf(transaction)
      await transaction.query('DELETE FROM report_mail')
      await transaction.query(
        'INSERT INTO report_mail (address, added_by, added_at) SELECT address, $2, $3 FROM unnest($1::text[]) AS address',
        [addresses, admin.username, new Date(clock.now())],
      )
      const detail = { before: before.join(' '), after: addresses.toSorted().join(' ') }
      if (detail.before === detail.after) return
      const told = changedAddresses(before, addresses)
      await tellOwners(transaction, ctx, { event: 'report_mail', by: admin.username, detail: told })
      await audit.append(transaction, { admin, action: 'report-mail.set', target: 'report-mail', detail, meta })
    })
    return { addresses: await addressesOf(db) }
  }),
  // Each replica of analytics asks, and asks again after a restart: the row of the day lets one of them through.
  handle(mailReport, async ({ db, outbox }: Context, { input: { day, lines } }) => {
    await inTransaction(db, async (transaction) => {
      const addresses = await addressesOf(transaction)
      if (addresses.length === 0) return
      const sql = 'INSERT INTO mailed_report (day) VALUES ($1) ON CONFLICT DO NOTHING'
      if ((await transaction.query(sql, [day])).rowCount !== 1) return
      await transaction.query('DELETE FROM mailed_report WHERE day < $1::date - $2::integer', [day, keptDays])
      for (const to of addresses)
        await outbox.add(transaction, 'notice', { kind: 'daily_report', day, lines, to, language: 'en' })
    })
    outbox.wake()
    return {}
  }),
]
