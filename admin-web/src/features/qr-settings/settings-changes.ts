import type { AuditRow } from '@kismet/contracts'

/** A change of one of the settings. `from` is null where there was nothing before. */
export interface SettingsChange {
  readonly id: string
  readonly at: string
  readonly by: string
  readonly what: 'UPI ID' | 'QR image'
  readonly from: string | null
  readonly to: string | null
}

const parts = [
  ['UPI ID', 'utr'],
  ['QR image', 'qrVersion'],
] as const

const textOf = (row: AuditRow | undefined, name: string): string | null => {
  const value = row?.detail[name]
  return typeof value === 'string' ? value : null
}

/**
 * What was changed from what to what. A row says how the settings were after it, so that what they were before is what the row before says.
 * @param rows of changes of the deposit settings, newest first
 * @param isWhole whether nothing older is left; else the oldest row only tells what was before the others
 */
export function settingsChanges(rows: readonly AuditRow[], isWhole: boolean): SettingsChange[] {
  const told = isWhole ? rows : rows.slice(0, -1)
  return told.flatMap((row, at) =>
    parts.flatMap(([what, name]): SettingsChange[] => {
      const [from, to] = [textOf(rows[at + 1], name), textOf(row, name)]
      if (from === to) return []
      return [{ id: `${row.sequence} ${name}`, at: row.at, by: row.admin.username, what, from, to }]
    }),
  )
}
