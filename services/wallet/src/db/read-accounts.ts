import { paise } from '@kismet/contracts'
import type { AccountSums } from '@kismet/contracts'
import { inSnapshot } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { totalsOf } from '../reconcile/reconcile.ts'

const sides = ['balance', 'open', 'held', 'house', 'outside', 'bonus'] as const

/**
 * The sums of all accounts as of a place in the log, in paise. They are the accounts of one snapshot, less the entries
 * after the place. Few entries are after it, and the index of the log has them.
 * @param place the transaction, the account and the sequence of the last entry
 */
export function readAccountsAt(pool: Pool, place: readonly string[]): Promise<AccountSums> {
  return inSnapshot(pool, async (client) => {
    const now = await totalsOf(client)
    const { rows } = await client.query<Record<'entries' | (typeof sides)[number], number>>(
      `SELECT count(*) AS entries, ${sides.map((side) => `coalesce(sum(${side}_side_paise), 0)::bigint AS ${side}`).join(', ')}
       FROM entry WHERE transaction_id >= $1::xid8 AND (transaction_id, account_no, sequence) > ($1::xid8, $2::integer, $3::integer)`,
      [...place],
    )
    const [later] = rows
    if (later === undefined) throw new Error('Failed to sum the later entries')
    return {
      entries: now.entries - later.entries,
      players: paise(now.playersTotal - later.balance),
      openStakes: paise(now.openStakesTotal - later.open),
      held: paise(now.heldTotal - later.held),
      house: paise(now.houseTotal - later.house),
      outside: paise(now.outsideTotal - later.outside),
      bonus: paise(now.bonusTotal - later.bonus),
    }
  })
}
