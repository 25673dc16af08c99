import { refusal } from '@kismet/app-kit/call-error.ts'
import type { Parsed } from '@kismet/contracts'
import { useIsOpen } from '@kismet/ui/feedback/use-is-open.ts'
import { t } from '@lingui/core/macro'
import { api } from '../../core/api.ts'
import { formErrorText, toastErrorText } from '../../core/error-text.ts'
import type { LazyText } from '../../core/lazy-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import type { Problem } from '../../core/use-form.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { useCommand } from '../../entities/session/orders.ts'
import type { AccountChange } from './withdraw-api.ts'
import { lookFor } from './withdraw-api.ts'

/** What a rule of the contract says of an input that it refuses. */
export const saidOf = ({ message, params }: Extract<Parsed<unknown>, { ok: false }>): string =>
  formErrorText(refusal(400, { code: 'invalid_request', message, params }, null), message)

/** How often the list is looked at after a lost answer. */
const timesLooked = 2
const unknownText = (): string => t`Your change may have gone through. Check your bank accounts before you try again.`

/** The texts of an outcome, and the fields that refusals are about, by their codes. */
interface Says<Field extends string> {
  done: LazyText
  failed: LazyText
  fields: Readonly<Partial<Record<string, Field>>>
}

/**
 * Sends a change of the accounts, and tells its outcome. A toast tells a failure if the form is closed, or may close
 * because the list has changed.
 */
export function useAccountChange(onDone: () => void): {
  busy: boolean
  executeOrder: <Field extends string>(
    change: AccountChange,
    tell: (problem: Problem<Field> | null) => unknown,
    says: Says<Field>,
  ) => Promise<void>
} {
  const dispatch = useAppDispatch()
  const isOpen = useIsOpen()
  const { busy, send } = useCommand()
  return {
    busy,
    executeOrder: async (change, tell, says) => {
      const ended = await send({
        send: change.send,
        look: (callApi) => lookFor(change.isDone, callApi),
        times: timesLooked,
      })
      if (ended === null) return
      dispatch(api.util.invalidateTags(['Accounts']))
      if (ended.is === 'done') {
        dispatch(toastShown('good', says.done()))
        onDone()
        return
      }
      const { is, error } = ended
      const isGone = error.code === 'account_changed' || error.code === 'not_found'
      const isToast = !isOpen.current || isGone
      const field = says.fields[error.code ?? '']
      tell(null)
      if (isToast) dispatch(toastShown('bad', is === 'lost' ? unknownText() : toastErrorText(error, says.failed())))
      else
        tell({
          message: is === 'lost' ? unknownText : () => formErrorText(error, says.failed()),
          ...(field !== undefined && { field }),
        })
    },
  }
}
