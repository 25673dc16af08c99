import type { Ended } from '@kismet/app-kit/order.ts'
import { t } from '@lingui/core/macro'
import { toastErrorText } from '../../core/error-text.ts'
import type { AppDispatch } from '../../core/store.ts'
import { toastShown } from './notices-slice.ts'

/** Tells in a toast why a request of money was not submitted. An unknown outcome is never told as "no". */
export function requestFailed(
  { is, error }: Exclude<Ended<unknown>, { is: 'done' }>,
  fallback: string,
): (dispatch: AppDispatch) => void {
  return (dispatch) => {
    if (is === 'cancelled') dispatch(toastShown('note', t`Upload cancelled`))
    else if (is === 'lost') dispatch(toastShown('bad', t`We could not confirm that your request arrived.`))
    else dispatch(toastShown('bad', toastErrorText(error, fallback)))
  }
}
