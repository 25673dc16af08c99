import { draftHooks } from '@kismet/app-kit/drafts.ts'
import { useAppSelector } from '../../core/store.ts'
import { selectSession } from './session-slice.ts'

/** The id of who is logged in, or an empty text. */
export const useOwner = (): string => useAppSelector(selectSession)?.user.id ?? ''

/** Drafts of the player, in this tab. */
export const { useDraft, useDraftFile } = draftHooks(useOwner)
