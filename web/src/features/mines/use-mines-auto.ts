import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { pollMs } from '@kismet/app-kit/live/connection-slice.ts'
import { isInFlight } from '@kismet/app-kit/order.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import type { Input, MinesAutoSettings, setMinesAutoSettings } from '@kismet/contracts'
import { formatNet } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { toastErrorText } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { useCommand } from '../../entities/session/orders.ts'
import type { AutoStatus } from './auto-api.ts'
import { autoApi, autoCommands, runKnown, statusAsked } from './auto-api.ts'
import { startErrorText } from './auto-words.ts'
import { useFollowedRun } from './follow-run.ts'

type Settings = Input<typeof setMinesAutoSettings>
type Command = 'start' | 'stop' | 'reset'

/** A run of Mines auto, as the server keeps it. */
export interface MinesAuto {
  /** Undefined while it is not known. */
  readonly status: AutoStatus | undefined
  /** The newest read of how the run stands failed: nobody follows it until one says so again, and it is read again and again. */
  readonly isLost: boolean
  readonly isLooking: boolean
  readonly busy: Command | null
  readonly start: (settings: Settings) => Promise<void>
  readonly stop: () => Promise<void>
  readonly reset: () => Promise<void>
  /** Asks again how the run stands. */
  readonly look: () => void
}

const { getMinesAutoStatus } = autoApi.endpoints

/** Follows the run of the player while its page is open: after a reload, too. */
export function useMinesAuto(): MinesAuto {
  const dispatch = useAppDispatch()
  const read = getMinesAutoStatus.useQueryState({})
  const { orders, send } = useCommand<Command>()
  const [readAfter, setReadAfter] = useState<Command | null>(null)
  const status = read.data?.settings
  // The error stays while it is asked again. A run that has ended, as its own answer said, is not lost.
  const isLost = read.error !== undefined && status?.isActive !== false
  const { refetch } = getMinesAutoStatus.useQuerySubscription(
    {},
    { refetchOnMountOrArgChange: true, pollingInterval: isLost ? pollMs.away : 0 },
  )
  useFollowedRun(status?.isActive === true && !isLost)

  /** Sends a command, says what became of it, and reads how the run stands. */
  const command = async (
    what: Command,
    call: (callApi: CallApi) => Promise<OrderAnswer<{ settings: MinesAutoSettings }>>,
    done: (settings: MinesAutoSettings) => ReturnType<typeof toastShown>,
    failed: (error: CallError) => string,
  ): Promise<void> => {
    const ended = await send({ intent: what, facts: what, send: call })
    if (ended === null) return
    if (ended.is === 'done') {
      dispatch(runKnown(ended.data.settings, null))
      dispatch(done(ended.data.settings))
    } else dispatch(toastShown('bad', failed(ended.error)))
    setReadAfter(what)
    await dispatch(statusAsked())
    setReadAfter(null)
  }
  return {
    status,
    isLost,
    isLooking: read.isFetching,
    busy: orders.find(isInFlight)?.facts ?? readAfter,
    start: (settings) => {
      let isSaved = false
      const saveAndStart = async (callApi: CallApi): Promise<OrderAnswer<{ settings: MinesAutoSettings }>> => {
        const saved = await autoCommands.save(settings, callApi)
        if (saved.error) return saved
        isSaved = true
        const { betAmount, minesCount, selectedTiles, tilesToReveal } = settings
        return autoCommands.start({ betAmount, minesCount, selectedTiles, tilesToReveal }, callApi)
      }
      return command(
        'start',
        saveAndStart,
        () => toastShown('good', t`Auto Mode Started!`),
        (error) => startErrorText(error, isSaved ? t`Failed to start auto mode` : t`Failed to update settings`),
      )
    },
    stop: () =>
      command(
        'stop',
        (callApi) => autoCommands.stop({}, callApi),
        ({ totalProfit }) => {
          const profit = formatNet(totalProfit)
          return toastShown('note', t`Auto Mode Stopped · total profit ${profit}`)
        },
        (error) => toastErrorText(error, t`Failed to stop auto mode`),
      ),
    reset: () =>
      command(
        'reset',
        (callApi) => autoCommands.reset({}, callApi),
        () => toastShown('note', t`Auto Mode Reset`),
        (error) => toastErrorText(error, t`Failed to reset auto mode`),
      ),
    look: () => void refetch(),
  }
}
