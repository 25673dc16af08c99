import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { epochOf } from '../session/session-slice.ts'
import { noticeShown } from './notices-slice.ts'

/** The arguments of a notice. */
export type Notice = Parameters<typeof noticeShown>

/** Shows a notice if the session with this epoch still lasts. The next admin must not see it. */
export function showNoticeIn(epoch: number, ...notice: Notice) {
  return (dispatch: AppDispatch, getState: () => RootState): void => {
    if (epochOf({ getState }).epoch === epoch) dispatch(noticeShown(...notice))
  }
}

/** Shows notices while the session of the component lasts. */
export function useShowNotice(): (...notice: Notice) => void {
  const dispatch = useAppDispatch()
  const own = useAppSelector((state) => epochOf({ getState: () => state }).epoch)
  return (...notice) => dispatch(showNoticeIn(own, ...notice))
}
