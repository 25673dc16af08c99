import type { OrderOutcome, Order } from '@kismet/app-kit/order.ts'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { toastErrorText } from '../../core/error-text.ts'
import type { AppDispatch } from '../../core/store.ts'
import { toastShown } from '../notices/notices-slice.ts'

/** Tells in a toast why a request of money was not submitted. An unknown outcome is never told as "no". */
export function requestFailed(
  { is, error }: Exclude<OrderOutcome<unknown>, { is: 'done' }>,
  fallback: string,
): (dispatch: AppDispatch) => void {
  return (dispatch) => {
    if (is === 'cancelled') dispatch(toastShown('note', t`Upload cancelled`))
    else if (is === 'lost') dispatch(toastShown('bad', t`We could not confirm that your request arrived.`))
    else dispatch(toastShown('bad', toastErrorText(error, fallback)))
  }
}

/** A request whose outcome is unknown. `isWritten`: it is the request that the form describes. */
export interface UnknownRequest {
  readonly isWritten: boolean
  readonly amountPaise: number
}

/** The written request, if its outcome is unknown, or else the newest other one. */
export function unknownRequestOf<Facts extends { readonly amountPaise: number }>(
  orders: readonly Order<Facts>[],
  isWritten: (order: Order<Facts>) => boolean,
): UnknownRequest | null {
  const unknown = orders.filter(({ state }) => state === 'asking' || state === 'unknown')
  const shown = unknown.find(isWritten) ?? unknown.at(-1)
  return shown ? { isWritten: isWritten(shown), amountPaise: shown.facts.amountPaise } : null
}

/** Says what is known of a request with an unknown outcome, and what the player can do. */
export function UnknownRequestNotice({ of, busy }: { of: UnknownRequest | null; busy: boolean }): ReactNode {
  if (of === null) return null
  return (
    <Notice tone="warn" news>
      {!of.isWritten
        ? t`We could not confirm your earlier request of ${formatRupees(of.amountPaise)}. Look for it in your list of requests. If it is missing, send it again with the same details. It counts only once.`
        : busy
          ? t`Checking whether your request arrived. It counts only once.`
          : t`We could not confirm that your request arrived. Look for it in your list of requests. If it is missing, submit it again without changes. It counts only once.`}
    </Notice>
  )
}
