import { payPayoutMatches } from '@kismet/contracts'
import type { Output, readPayoutMatches } from '@kismet/contracts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { errorDetail } from '../../core/error-text.ts'
import { countText, formatCount } from '../../core/format/amount.tsx'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { changing } from '../../entities/session/from-contract.ts'
import { useCommand } from '../../entities/session/orders.ts'

/** A debit of a bank with its withdrawal; amounts in paise. */
export type PayoutMatch = Output<typeof readPayoutMatches>['rows'][number]

const pairsAtOnce = 10
/** Withdrawals that a toast names. */
const namedAtMost = 3
const pay = changing(payPayoutMatches, ['Withdrawals', 'PendingCount', 'Hints', 'Entries', 'PayoutFiles'])

/** Marks withdrawals as paid in groups, until one group gets no answer, and tells the outcome. A repeat is safe. */
export function usePayDebits(): (rows: readonly PayoutMatch[], match: 'exact' | 'near') => Promise<void> {
  const dispatch = useAppDispatch()
  const { send } = useCommand()
  return async (rows, match) => {
    const pairs = rows.flatMap(({ rowId, withdrawal }) => (withdrawal ? { rowId, withdrawalId: withdrawal._id } : []))
    const results: Output<typeof payPayoutMatches>['results'] = []
    let why: string | null = null
    for (let at = 0; at < pairs.length && why === null; at += pairsAtOnce) {
      const input = { match, pairs: pairs.slice(at, at + pairsAtOnce) }
      const ended = await send({ send: (callApi) => pay(input, callApi) })
      if (ended?.is === 'done') results.push(...ended.data.results)
      else why = (ended && errorDetail(ended.error)) ?? 'No answer from the server. You can safely try again.'
    }
    const done = results.filter(({ outcome }) => outcome === 'paid' || outcome === 'unbooked' || outcome === 'linked')
    const nameOf = (id: string): string => {
      const found = rows.find(({ withdrawal }) => withdrawal?._id === id)?.withdrawal
      return found ? `${formatRupees(found.amount)} of ${found.user.email}` : id
    }
    const told = results.flatMap(({ withdrawalId, outcome, message }) => {
      const said = outcome === 'first' ? 'Another admin must approve it.' : message
      return said === null && outcome !== 'unknown' ? [] : [`${nameOf(withdrawalId)}: ${said ?? 'No answer.'}`]
    })
    const more = told.length > namedAtMost ? ` ${formatCount(told.length - namedAtMost)} more.` : ''
    const isWhole = done.length === pairs.length && told.length === 0
    const said = `${formatCount(done.length)} of ${countText(pairs.length, 'withdrawal')} marked as paid.`
    const left = told.slice(0, namedAtMost).join(' ') + more
    dispatch(toastShown(isWhole ? 'good' : 'bad', said, why ?? (left === '' ? undefined : left)))
  }
}
