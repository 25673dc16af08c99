import { pollMs } from '@kismet/app-kit/live/connection-slice.ts'
import type { Input, setMinesAutoSettings } from '@kismet/contracts'
import { formatNet } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { toastErrorText } from '../../core/error-text.ts'
import type { AppDispatch } from '../../core/store.ts'
import { useAppDispatch } from '../../core/store.ts'
import { failureShown, toastShown } from '../../entities/notices/notices-slice.ts'
import type { AutoStatus } from './auto-api.ts'
import { autoApi, runKnown, statusAsked } from './auto-api.ts'
import { startErrorText } from './auto-words.ts'
import { followRun } from './follow-run.ts'

type Settings = Input<typeof setMinesAutoSettings>

/** A run of Mines auto, as the server keeps it. */
export interface MinesAuto {
  /** Undefined while it is not known. */
  readonly status: AutoStatus | undefined
  /** The newest read of how the run stands failed: nobody follows it until one says so again, and it is read again and again. */
  readonly isLost: boolean
  readonly isLooking: boolean
  readonly busy: 'start' | 'stop' | 'reset' | null
  readonly start: (settings: Settings) => Promise<void>
  readonly stop: () => Promise<void>
  readonly reset: () => Promise<void>
  /** Asks again how the run stands. */
  readonly look: () => void
}

const {
  getMinesAutoStatus,
  setMinesAutoSettings: save,
  startMinesAuto,
  stopMinesAuto,
  resetMinesAuto,
} = autoApi.endpoints

/** Saves the settings and starts a run with them, or says why not. */
function runStarted(settings: Settings): (dispatch: AppDispatch) => Promise<void> {
  return async (dispatch) => {
    const saved = await dispatch(save.initiate(settings, { track: false }))
    if (!saved.data) {
      dispatch(failureShown(saved.error, (failed) => toastErrorText(failed, t`Failed to update settings`)))
      await dispatch(statusAsked())
      return
    }
    const { betAmount, minesCount, selectedTiles, tilesToReveal } = settings
    const order = { betAmount, minesCount, selectedTiles, tilesToReveal }
    const started = await dispatch(startMinesAuto.initiate(order, { track: false }))
    if (started.data) {
      dispatch(runKnown(started.data.settings, null))
      dispatch(toastShown('good', t`Auto Mode Started!`))
    } else dispatch(failureShown(started.error, startErrorText))
    await dispatch(statusAsked())
  }
}

async function runStopped(dispatch: AppDispatch): Promise<void> {
  const { data, error } = await dispatch(stopMinesAuto.initiate({}, { track: false }))
  if (data) {
    dispatch(runKnown(data.settings, null))
    const profit = formatNet(data.settings.totalProfit)
    dispatch(toastShown('note', t`Auto Mode Stopped · total profit ${profit}`))
  } else dispatch(failureShown(error, (failed) => toastErrorText(failed, t`Failed to stop auto mode`)))
  await dispatch(statusAsked())
}

async function runReset(dispatch: AppDispatch): Promise<void> {
  const { data, error } = await dispatch(resetMinesAuto.initiate({}, { track: false }))
  if (data) {
    dispatch(runKnown(data.settings, null))
    dispatch(toastShown('note', t`Auto Mode Reset`))
  } else dispatch(failureShown(error, (failed) => toastErrorText(failed, t`Failed to reset auto mode`)))
  await dispatch(statusAsked())
}

/** Follows the run of the player while its page is open: after a reload, too. */
export function useMinesAuto(): MinesAuto {
  const dispatch = useAppDispatch()
  const read = getMinesAutoStatus.useQueryState({})
  const [busy, setBusy] = useState<MinesAuto['busy']>(null)
  const status = read.data?.settings
  // The error stays while it is asked again. A run that has ended, as its own answer said, is not lost.
  const isLost = read.error !== undefined && status?.isActive !== false
  const { refetch } = getMinesAutoStatus.useQuerySubscription(
    {},
    { refetchOnMountOrArgChange: true, pollingInterval: isLost ? pollMs.away : 0 },
  )
  const isFollowed = status?.isActive === true && !isLost

  useEffect(() => {
    if (!isFollowed) return
    let isOpen = true
    void dispatch(followRun(() => isOpen))
    return () => {
      isOpen = false
    }
  }, [dispatch, isFollowed])

  const during = async (what: NonNullable<MinesAuto['busy']>, order: Promise<void>): Promise<void> => {
    setBusy(what)
    await order
    setBusy(null)
  }
  return {
    status,
    isLost,
    isLooking: read.isFetching,
    busy,
    start: (settings) => during('start', dispatch(runStarted(settings))),
    stop: () => during('stop', dispatch(runStopped)),
    reset: () => during('reset', dispatch(runReset)),
    look: () => void refetch(),
  }
}
