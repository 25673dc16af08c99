import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'

/** No answer has come to an earlier request than the one that is written. @param amountPaise of the earlier one */
export function UnclearEarlier({ amountPaise }: { amountPaise: number }): ReactNode {
  return (
    <Notice tone="warn" news>
      {t`We could not confirm that your earlier request of ${formatRupees(amountPaise)} arrived. If it does not stand among your requests, write it again as it was: the same request counts once.`}
    </Notice>
  )
}

/** No answer to a request has come. What is known is said, and what can be done. */
export function UnclearRequest({ busy }: { busy: boolean }): ReactNode {
  return (
    <Notice tone="warn" news>
      {busy
        ? t`We could not confirm that your request arrived. We are asking again: it counts once.`
        : t`We could not confirm that your request arrived. If it has, it stands among your requests. Submit it again as it is: the same request counts once.`}
    </Notice>
  )
}
