import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'

/** No answer has come to an earlier request than the one that is written. @param amountPaise of the earlier one */
export function UnclearEarlier({ amountPaise }: { amountPaise: number }): ReactNode {
  return (
    <Notice tone="warn" news>
      {t`We could not confirm your earlier request of ${formatRupees(amountPaise)}. Look for it in your list of requests. If it is missing, send it again with the same details. It counts only once.`}
    </Notice>
  )
}

/** No answer to a request has come. What is known is said, and what can be done. */
export function UnclearRequest({ busy }: { busy: boolean }): ReactNode {
  return (
    <Notice tone="warn" news>
      {busy
        ? t`Checking whether your request arrived. It counts only once.`
        : t`We could not confirm that your request arrived. Look for it in your list of requests. If it is missing, submit it again without changes. It counts only once.`}
    </Notice>
  )
}
