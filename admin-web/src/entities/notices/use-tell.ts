import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { epochOf } from '../session/session-slice.ts'
import { noticeShown } from './notices-slice.ts'

/** What came of something, as a notice. */
export type Notice = Parameters<typeof noticeShown>

/** Tells what came of something that was begun in the session with this epoch. In another one its answer is nobody's (`sessionEndedError`), neither a yes nor a no, and nobody is told. */
export function tellIn(epoch: number, ...notice: Notice) {
  return (dispatch: AppDispatch, getState: () => RootState): void => {
    if (epochOf({ getState }).epoch === epoch) dispatch(noticeShown(...notice))
  }
}

/** Tells what came of what was done here, as long as the session lasts in which it was drawn (`tellIn`). */
export function useTell(): (...notice: Notice) => void {
  const dispatch = useAppDispatch()
  const own = useAppSelector((state) => epochOf({ getState: () => state }).epoch)
  return (...notice) => dispatch(tellIn(own, ...notice))
}
