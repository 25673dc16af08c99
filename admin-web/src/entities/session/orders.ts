import { draftHooks } from '@kismet/app-kit/drafts.ts'
import { orderHooks } from '@kismet/app-kit/use-order.ts'
import { warnBeforeUnloadDuring } from '@kismet/ui/feedback/warn-before-unload.ts'
import { useAppSelector } from '../../core/store.ts'
import { epochOf, selectSession } from './session-slice.ts'

const useOwner = (): string => useAppSelector(selectSession)?.admin._id ?? ''

/** Drafts and orders of the admin, in this tab. The browser asks before it closes the page while an order is in flight. */
export const { useDraft, useHasDrafts } = draftHooks(useOwner)
export const { useOrder, useCommand } = orderHooks(
  { epochOf, useOwner, whileInFlight: warnBeforeUnloadDuring },
  useDraft,
)

/**
 * Waits for the outcome of an order, but no longer than for its first answer, so that a question can close.
 * @returns null once that answer is lost: the outcome follows later
 */
export function firstAnswer<R>(order: (onUnanswered: () => void) => Promise<R>): Promise<R | null> {
  return new Promise((resolve, reject) => {
    order(() => resolve(null)).then(resolve, reject)
  })
}
