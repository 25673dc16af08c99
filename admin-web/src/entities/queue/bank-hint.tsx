import type { Output, requestHints } from '@kismet/contracts'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import Landmark from 'lucide-react/icons/landmark'
import type { ReactNode } from 'react'
import { formatCount } from '../../core/format/amount.tsx'
import { formatDate } from '../../core/format/time.ts'

type Bank = Output<typeof requestHints>['bank']

/** What the bank statements say of a request, in words; null without a statement. */
export function bankText(bank: Bank): string | null {
  if (!bank) return null
  const { says, row, until } = bank
  if (says === 'none') return `No bank row with this UTR (statements up to ${formatDate(until)})`
  if (row === null) return null
  const place = `row ${formatCount(row.row)} of ${row.fileName}`
  if (says === 'amount') return `Bank has ${formatRupees(row.amount)} for this UTR, on ${place}`
  if (says === 'returned') return `Returned on ${place}, ${formatRupees(row.amount)}.`
  return says === 'row' ? `On ${place}, ${formatRupees(row.amount)}` : null
}

/** The hint from stored bank rows. Another amount and a return are risk hints of their own. */
export function BankHint({ bank }: { bank: Bank }): ReactNode {
  const text = bankText(bank)
  if (!bank || text === null || bank.says === 'amount' || bank.says === 'returned') return null
  return (
    <Notice tone={bank.says === 'row' ? 'good' : 'info'} news={false} icon={Landmark}>
      <b>{text}</b>
    </Notice>
  )
}
