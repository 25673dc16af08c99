import { t } from '@lingui/core/macro'
import { api } from '../../core/api.ts'
import { toastShown } from '../notices/notices-slice.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { bonusWasAnnounced, selectBonusAnnounced } from '../session/balance-slice.ts'

/** Tells the player once that the bonus was released, and has what depends on it read again (spec 4.6, 8.2). */
export function announceBonus(): (dispatch: AppDispatch, getState: () => RootState) => void {
  return (dispatch, getState) => {
    dispatch(api.util.invalidateTags(['Profile']))
    if (selectBonusAnnounced(getState())) return
    dispatch(bonusWasAnnounced())
    dispatch(toastShown('gift', t`Your first deposit bonus has been credited to your balance!`))
  }
}
