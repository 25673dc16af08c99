import { inSnapshot } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Context } from '../context.ts'
import { readSettings } from '../db/settings.ts'

/** The audit actions of changed settings, and their targets. */
export const settingsChanges = {
  deposit: { action: 'deposit-settings.change', target: 'deposit-settings' },
  approval: { action: 'approval-settings.change', target: 'approval-settings' },
} as const

type Change = (typeof settingsChanges)[keyof typeof settingsChanges]

/** Whether stored settings equal their last change in the audit log, or were never changed. */
async function isSaid(
  audit: Context['audit'],
  db: Queryable,
  change: Change,
  stored: Readonly<Record<string, string | number | null>>,
): Promise<boolean> {
  const says = await audit.newestOf(db, change)
  return Object.entries(stored).every(([name, value]) => value === (says === undefined ? null : says[name]))
}

/** Counts and logs settings that differ from the audit log: someone wrote into the database. */
export function countNotWritten({
  audit,
  db,
  log,
}: Pick<Context, 'audit' | 'log'> & { readonly db: Pool }): Promise<number> {
  return inSnapshot(db, async (snapshot) => {
    const { utr, qrVersion, secondAbovePaise } = await readSettings(snapshot)
    const stored = [
      [settingsChanges.deposit, { utr, qrVersion }],
      [settingsChanges.approval, { afterPaise: secondAbovePaise }],
    ] as const
    let count = 0
    for (const [change, fields] of stored) {
      if (await isSaid(audit, snapshot, change, fields)) continue
      count += 1
      const event = { event: 'settings.not-written', target: change.target }
      log.error(event, 'the database has settings that differ from the audit log')
    }
    return count
  })
}
