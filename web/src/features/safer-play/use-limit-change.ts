import { isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import type { Input, setLimit } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { toastErrorText } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { failureShown } from '../../entities/notices/notices-slice.ts'
import { useSetLimitMutation } from './safer-play-api.ts'

type Change = Input<typeof setLimit>

/** Why a change failed. Without an answer the outcome is unknown: the page reloads and shows the current limits. */
export const notChangedText = (error: CallError, fallback: string): string =>
  isOutcomeUnknown(error)
    ? t`Your change may have gone through. Check this page before you try again.`
    : toastErrorText(error, fallback)

/** Sends changes of limits one after the other, until a refusal. A repeated change has no further effect. */
export function useLimitChange(): {
  busy: boolean
  change: (changes: readonly Change[]) => Promise<boolean>
} {
  const dispatch = useAppDispatch()
  const [send] = useSetLimitMutation()
  const [busy, setBusy] = useState(false)
  const change = async (changes: readonly Change[]): Promise<boolean> => {
    setBusy(true)
    try {
      for (const asked of changes) {
        const { error } = await send(asked)
        if (error) {
          dispatch(failureShown(error, (failed) => notChangedText(failed, t`Failed to change the limit`)))
          return false
        }
      }
      return true
    } finally {
      setBusy(false)
    }
  }
  return { busy, change }
}
