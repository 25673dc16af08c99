import type { Once } from '@kismet/app-kit/contract-endpoints.ts'
import type { RoutedOperation } from '@kismet/app-kit/call.ts'
import type { OrderOutcome } from '@kismet/app-kit/order.ts'
import { useIsOpen } from '@kismet/ui/feedback/use-is-open.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { errorDetail, formErrorText } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from './notices-slice.ts'
import type { Stale } from '../session/from-contract.ts'
import { changing } from '../session/from-contract.ts'
import { useCommand } from '../session/orders.ts'

type Failed = Exclude<OrderOutcome<unknown>, { is: 'done' }>

/** What a form shows for a failure. A change whose answer was lost may have been carried out: `lost` says what to do then. */
export const failedText = ({ is, error }: Failed, fallback: string, lost: string): string =>
  is === 'lost' ? `No answer from the server: ${lost}` : formErrorText(error, fallback)

/** Sends an operation once. @param stale what the operation may change. @returns null after the end of the session */
export function useSendOnce(...stale: Stale): {
  busy: boolean
  send: <I extends z.ZodType, R extends z.ZodType>(
    operation: RoutedOperation<I, R> & Once,
    input: z.output<I>,
  ) => Promise<OrderOutcome<z.output<R>> | null>
} {
  const { busy, send } = useCommand()
  return {
    busy,
    send: (operation, input) => send({ send: (callApi) => changing(operation, stale)(input, callApi) }),
  }
}

const listTells = 'Your change may still have gone through. Check the list.'

type ShowOutcome = <R>(
  ended: OrderOutcome<R> | null,
  done: string | ((answer: R) => string),
  lost?: string,
) => R | undefined

/** Shows the outcome of a change as a toast, and returns the answer, or undefined without one. The texts are those of `useChange`. */
export function useShowOutcome(): ShowOutcome {
  const dispatch = useAppDispatch()
  return (ended, done, lost = listTells) => {
    if (ended?.is === 'done') {
      dispatch(toastShown('good', typeof done === 'string' ? done : done(ended.data)))
      return ended.data
    }
    if (ended?.is === 'lost') dispatch(toastShown('bad', 'No answer came', lost))
    else if (ended) dispatch(toastShown('bad', 'No change was made', errorDetail(ended.error)))
    return undefined
  }
}

type Change = <I extends z.ZodType, R extends z.ZodType>(
  operation: RoutedOperation<I, R> & Once,
  input: z.output<I>,
  done: string | ((answer: z.output<R>) => string),
  lost?: string,
) => Promise<z.output<R> | undefined>

/**
 * Sends a change once and shows the outcome as a toast. `done` may depend on the answer; `lost` says what to do if no answer came.
 * @returns the answer, or undefined without one
 */
export function useChange(...stale: Stale): Change {
  const show = useShowOutcome()
  const { send } = useSendOnce(...stale)
  return async (operation, input, done, lost) => show(await send(operation, input), done, lost)
}

/** As `useChange`, for a value that is sent whole: busy until `refetch` has read the changed value, which the next change starts from. */
export function useWholeChange(
  refetch: () => PromiseLike<unknown>,
  ...stale: Stale
): { busy: boolean; change: Change } {
  const once = useChange(...stale)
  const isOpen = useIsOpen()
  const [busy, setBusy] = useState(false)
  const change: Change = async (operation, input, done, lost) => {
    setBusy(true)
    const answer = await once(operation, input, done, lost)
    if (isOpen.current) await refetch()
    setBusy(false)
    return answer
  }
  return { busy, change }
}
