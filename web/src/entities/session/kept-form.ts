import { keptForms } from '@kismet/app-kit/kept-form.ts'
import { orderHooks } from '@kismet/app-kit/use-order.ts'
import { useAppSelector } from '../../core/store.ts'
import { epochOf, selectSession } from './session-slice.ts'

const useOwner = (): string => useAppSelector(selectSession)?.user.id ?? ''
const forms = keptForms(useOwner)

/** Drafts and orders of the player, in this tab. */
export const { useKeptForm, useKeptFile } = forms
export const { useOrder, useCommand } = orderHooks({ epochOf, useOwner }, forms)
