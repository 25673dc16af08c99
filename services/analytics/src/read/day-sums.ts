import { addDays, readAccounts } from '@kismet/contracts'
import type { AccountSums } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import type { ProgressDocument } from '../db/store.ts'
import { addAccounts, added, addSums, noAccounts, noSums } from '../domain/day-sums.ts'
import type { Accounts, DaySums } from '../domain/day-sums.ts'
import type { MarkKind } from '../domain/statement.ts'
import { countMarked, findProgress } from '../ingest/store.ts'
import type { ReadContext } from './statement.ts'

/** The progress of the epoch that can be read. @throws Refusal `unavailable` */
export async function readProgress({ documents, clock, freshness }: ReadContext): Promise<ProgressDocument> {
  const epoch = await freshness.epoch(clock)
  const progress = await findProgress(documents)
  if (progress?.epoch !== epoch) throw new Refusal('unavailable')
  return progress
}

/** The sums of days with recent entries. After a step of the previous release no day is known. */
export const recentOf = ({ days = {}, daysStep, step }: ProgressDocument): Readonly<Record<string, DaySums>> =>
  daysStep === step ? days : {}

/** Whether all entries of the days from `day` on were counted. */
export const isKnownFrom = (day: string, { daysFrom, daysStep, step }: ProgressDocument): boolean =>
  daysStep === step && daysFrom !== undefined && day >= daysFrom

/** The sums of a range of days, and the number of players by the marks of its days. */
export interface RangeSums {
  readonly sums: DaySums
  readonly marked: Readonly<Record<MarkKind, number>>
}

/** @param range both ends included @throws Refusal `unavailable` */
export async function sumDays(
  { documents }: Pick<Context, 'documents'>,
  progress: ProgressDocument,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<RangeSums> {
  const isIn = (day: string) => day >= from && day <= to
  const recent = recentOf(progress)
  const found = await Promise.all(
    monthsOf(from, to).map((month) =>
      documents.run(({ store }) =>
        store
          .days(progress.epoch)
          .find({ month }, { projection: { step: 0, month: 0 } })
          .toArray(),
      ),
    ),
  )
  const sealed = found.flat().filter(({ _id }) => isIn(_id) && !(_id in recent))
  const ofRecent = Object.entries(recent).filter(([day]) => isIn(day))
  const marked = await Promise.all(
    ofRecent.map(([day]) => countMarked(documents, progress.epoch, day, { withinMs: 5_000 })),
  )
  const sums = [...sealed.map(({ _id: _, marked: __, ...day }) => day), ...ofRecent.map(([, day]) => day)]
  return {
    sums: sums.reduce(addSums, noSums),
    marked: [...sealed.map((day) => day.marked), ...marked].reduce(added, noneMarked),
  }
}

const noneMarked: RangeSums['marked'] = { active: 0, 'active-first': 0, 'first-deposit': 0 }

function monthsOf(from: string, to: string): string[] {
  const months = new Set<string>()
  for (let day = from; day <= to; day = addDays(`${day.slice(0, 7)}-28`, 4).replace(/\d\d$/, '01'))
    months.add(day.slice(0, 7))
  return [...months]
}

/** The accounts at the end of a day. `forward` is the sum from the first entry on; undefined if the sums begin later. */
export interface AccountsAt {
  readonly accounts: AccountSums
  readonly forward: Accounts | undefined
}

/**
 * Finds the accounts of the ledger at the end of a day. They are those of the wallet at the cursor, less the sums of
 * later days. All later days must be known.
 * @throws Refusal `unavailable`
 */
export async function readAccountsOfDays(
  ctx: Context,
  progress: ProgressDocument,
): Promise<(day: string) => AccountsAt> {
  const recent = recentOf(progress)
  const sealed = await ctx.documents.run(
    ({ store }) =>
      store
        .days(progress.epoch)
        .find({}, { projection: { accounts: 1 } })
        .toArray(),
    { withinMs: 5_000 },
  )
  const days = [
    ...sealed.filter(({ _id }) => !(_id in recent)).map(({ _id, accounts }) => [_id, accounts] as const),
    ...Object.entries(recent).map(([name, { accounts }]) => [name, accounts] as const),
  ]
  const sumOf = (isIn: (name: string) => boolean) =>
    days.filter(([name]) => isIn(name)).reduce((all, [, accounts]) => addAccounts(all, accounts), noAccounts)
  const { cursor } = progress
  const now = cursor === '' ? noAccounts : await ctx.bus.call(readAccounts, { cursor }, { requestId: 'balances' })
  return (day) => {
    const later = sumOf((name) => name > day)
    const accounts = Object.fromEntries(
      (Object.keys(noAccounts) as (keyof Accounts)[]).map((name) => [name, now[name] - later[name]]),
    ) as unknown as AccountSums
    return { accounts, forward: progress.daysFrom === '' ? sumOf((name) => name <= day) : undefined }
  }
}
