import { asCallError } from '@kismet/app-kit/call-error.ts'
import type { Input, setLimit } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { toastErrorText } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { useSetLimitMutation } from './safer-play-api.ts'

type Change = Input<typeof setLimit>

/** Sends changes of limits one after the other, until one is refused. Each is the same however often it is sent. */
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
          dispatch(toastShown('bad', toastErrorText(asCallError(error), t`Failed to change the limit`)))
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
