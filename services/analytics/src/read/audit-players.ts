import { Id } from '@kismet/contracts'
import type { AuditRow, ListedAuditRow } from '@kismet/contracts'
import { isRefusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'

/** The player of an action: the detail names the id, or the id is the target. */
export function playerOf({ action, target, detail }: Pick<AuditRow, 'action' | 'target' | 'detail'>): string | null {
  const named = detail.playerId ?? (action.startsWith('player.') ? target : null)
  return Id.safeParse(named).data ?? null
}

/** Audit rows with the e-mail of their player. Without an answer of auth the e-mails are null. */
export async function withPlayers(
  { emails }: Pick<Context, 'emails'>,
  rows: readonly AuditRow[],
): Promise<ListedAuditRow[]> {
  const ids = [...new Set(rows.map(playerOf).filter((id) => id !== null))]
  const known = await emails.of(ids).catch((error: unknown) => {
    if (!isRefusal(error, 'unavailable')) throw error
    return new Map<string, string | null>()
  })
  return rows.map((row) => {
    const _id = playerOf(row)
    return { ...row, player: _id === null ? null : { _id, email: known.get(_id) ?? null } }
  })
}
