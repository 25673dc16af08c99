import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { epochOf } from '../session/session-slice.ts'
import { toastShown } from './notices-slice.ts'

/** The arguments of a toast. */
export type Toast = Parameters<typeof toastShown>

/** Shows a toast if the session with this epoch still lasts. The next admin must not see it. */
export function showToastIn(epoch: number, ...toast: Toast) {
  return (dispatch: AppDispatch, getState: () => RootState): void => {
    if (epochOf({ getState }).epoch === epoch) dispatch(toastShown(...toast))
  }
}

/** Shows toasts while the session of the component lasts. */
export function useShowToast(): (...toast: Toast) => void {
  const dispatch = useAppDispatch()
  const own = useAppSelector((state) => epochOf({ getState: () => state }).epoch)
  return (...toast) => dispatch(showToastIn(own, ...toast))
}
