import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import { setLimit } from '@kismet/contracts'
import type { Input } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import { api } from '../../core/api.ts'
import { toastErrorText } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { failureShown } from '../../entities/notices/notices-slice.ts'
import { fromContract } from '../../entities/session/from-contract.ts'
import { useCommand } from '../../entities/session/orders.ts'

type Change = Input<typeof setLimit>
const sendLimit = fromContract(setLimit).queryFn

/**
 * Sends a change of the own rules, and tells why it failed. Without an answer the outcome is unknown: the page reloads
 * and shows the current rules. @returns whether the change was done
 */
export function useRuleChange(failed: () => string): {
  busy: boolean
  change: (send: (callApi: CallApi) => Promise<OrderAnswer<unknown>>) => Promise<boolean>
} {
  const dispatch = useAppDispatch()
  const { busy, send } = useCommand()
  return {
    busy,
    change: async (sendChange) => {
      const ended = await send({ send: sendChange })
      if (ended === null) return false
      dispatch(api.util.invalidateTags(['SaferPlay']))
      if (ended.is === 'done') return true
      const unknown = ended.is === 'lost' && t`Your change may have gone through. Check this page before you try again.`
      dispatch(failureShown(ended.error, (error) => unknown || toastErrorText(error, failed())))
      return false
    },
  }
}

/** Sends changes of limits one after the other, until a refusal. */
export function useLimitChange(): { busy: boolean; change: (asked: readonly Change[]) => Promise<boolean> } {
  const { busy, change } = useRuleChange(() => t`Failed to change the limit`)
  return {
    busy,
    change: (asked) =>
      change(async (callApi) => {
        for (const one of asked) {
          const sent = await sendLimit(one, callApi)
          if (sent.error) return sent
        }
        return { data: null }
      }),
  }
}
