import { randomUUID } from 'node:crypto'
import { creditDeposit, dayOf, daysOfMonth, instantsOf, limits, paiseOfRupees } from '@kismet/contracts'
import pg from 'pg'
import { callerBus } from '../caller-bus.ts'
import { writeHistory } from '../ledger-size/history.ts'
import type { Product } from '../product.ts'
import { atOnce } from '../round/at-once.ts'

const players = 1_000
const depositsAtOnce = 256
/** One deposit for this number of entries. */
const entriesOfDeposit = 100

/** Opens the accounts of players in the ledger, each with a deposit of today. */
export async function openAccounts(product: Product): Promise<void> {
  const payments = await callerBus(await product.busUrlOf('payments'), 'payments')
  const amountPaise = paiseOfRupees(limits.deposit.maxRupees)
  const ids = Array.from({ length: players }, () => randomUUID())
  await atOnce(depositsAtOnce, ids, async (playerId) => {
    await payments.call(creditDeposit, { depositId: randomUUID(), playerId, amountPaise }, { requestId: 'bench' })
  })
  await payments.close()
}

/** A month that is over, such as 2026-10. @param ago 1 is the last one */
export function monthBefore(nowMs: number, ago: number): string {
  let month = dayOf(nowMs).slice(0, 7)
  for (let step = 0; step < ago; step += 1) month = dayOf(startOf(month).getTime() - 1).slice(0, 7)
  return month
}

const startOf = (month: string): Date => new Date(instantsOf(daysOfMonth(month)).fromMs ?? 0)

/** The first instant of a range of days, and the first instant after it. */
export function timesOf(days: { readonly from: string; readonly to: string }): readonly [from: Date, until: Date] {
  const { fromMs = 0, untilMs = 0 } = instantsOf(days)
  return [new Date(fromMs), new Date(untilMs)]
}

/** A connection to the database of a service, with the rights of its owner. */
export async function openDatabase(product: Product, service: 'wallet' | 'payments'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await ownerUrlOf(product, service) })
  await client.connect()
  return client
}

async function ownerUrlOf(product: Product, service: 'wallet' | 'payments'): Promise<string> {
  const url = new URL(await product.serverUrl())
  url.pathname = await product.databaseOf(service)
  return url.href
}

/** Fills a month with entries of the ledger and with booked deposits of payments. @returns the number of entries */
export async function fillMonth(
  product: Product,
  month: string,
  entries: number,
  report: (line: string) => void,
): Promise<number> {
  const [from, until] = timesOf(daysOfMonth(month))
  const payments = await openDatabase(product, 'payments')
  await payments.query(
    `INSERT INTO payments.request (id, kind, status, player_id, player_email, amount_paise, method, utr, utr_normalised, proof_pages, proof_bytes,
       created_at, decided_at, decided_by, decided_by_name, booked_at)
     SELECT gen_random_uuid(), 'deposit', 'approved', gen_random_uuid(), 'player@example.in', 50000, (ARRAY['UPI', 'IMPS', 'NEFT', 'RTGS'])[1 + number % 4],
       utr, utr, 1, 1, at, at, gen_random_uuid(), 'admin', at
     FROM generate_series(1, $4) AS number, concat($1::text, lpad(number::text, 8, '0')) AS utr,
       LATERAL (SELECT $2::timestamptz + ($3::timestamptz - $2::timestamptz) * ((number - 1) / $4::float8) AS at) AS times`,
    [month.replace('-', ''), from, until, Math.ceil(entries / entriesOfDeposit)],
  )
  await payments.query('VACUUM ANALYZE payments.request')
  await payments.end()
  return writeHistory(await ownerUrlOf(product, 'wallet'), { entries, from, until }, report)
}
