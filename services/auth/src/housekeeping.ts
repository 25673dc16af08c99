import { limits } from '@kismet/contracts'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import type { Context } from './context.ts'
import { mailsCountMs } from './db/mails.ts'
import { eraseAllClosed } from './erasure.ts'

const everyMs = 10 * 60_000
/** So many rows a statement, however large a table has grown. */
const batch = 500
/** The token of a session has ended, and no device is known by it any more. */
const sessionsKeptMs = Math.max(limits.session.lifetimeMs, limits.device.knownForMs)

/** What has had its time, and since when a row has. */
const old: Readonly<
  Record<'sign_up' | 'session' | 'mail' | 'push_browser', { readonly where: string; readonly keptMs: number }>
> = {
  sign_up: { where: 'created_at <= $1', keptMs: limits.signUp.keptMs },
  session: { where: 'cleared_at IS NOT NULL AND created_at <= $1', keptMs: sessionsKeptMs },
  mail: { where: 'sealed IS NULL AND useless_at <= $1', keptMs: mailsCountMs },
  push_browser: { where: 'seen_at <= $1', keptMs: limits.device.knownForMs },
}

/** Deletes rows that have had their time, `batch` at most. @returns how many */
export async function removeOld(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  table: keyof typeof old,
): Promise<number> {
  const { where, keptMs } = old[table]
  const sql = `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${where} LIMIT ${batch})`
  return (await db.query(sql, [new Date(clock.now() - keptMs)])).rowCount ?? 0
}

/** Each table has a loop of its own, so that one that fails keeps no other. */
export function startHousekeeping(ctx: Context): Loop[] {
  const tables = (['sign_up', 'session', 'mail', 'push_browser'] as const).map((table) =>
    startLoop(`old rows of ${table}`, everyMs, ctx.log, async (stopping) => {
      while (!stopping.aborted && (await removeOld(ctx, table)) === batch);
    }),
  )
  return [...tables, startLoop('closed accounts', everyMs, ctx.log, (stopping) => eraseAllClosed(ctx, stopping))]
}
