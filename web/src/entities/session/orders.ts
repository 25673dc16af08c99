import { orderHooks } from '@kismet/app-kit/use-order.ts'
import { useDraft, useOwner } from './drafts.ts'
import { epochOf } from './session-slice.ts'

/** Orders of the player, in this tab. */
export const { useOrder, useCommand } = orderHooks({ epochOf, useOwner }, useDraft)
