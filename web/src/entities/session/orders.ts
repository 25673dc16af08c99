import { orderHooks } from '@kismet/app-kit/use-order.ts'
import { useKeptForm, useOwner } from './kept-form.ts'
import { epochOf } from './session-slice.ts'

/** Orders of the player, in this tab. */
export const { useOrder, useCommand } = orderHooks({ epochOf, useOwner }, useKeptForm)
