import { z } from 'zod'
import { useDraft } from '../session/drafts.ts'

const Kept = z.boolean()

/**
 * Whether this player has an open bet in Aviator, by the last state of Aviator in this tab. The value survives other pages
 * and a reload. The round may be over: the Aviator page checks it. While the value is true, the Aviator page stays during
 * maintenance, so that the player can cash out. The screen of maintenance links back to the page.
 */
export const useOpenFlight = (): [isOpen: boolean, keep: (next: () => boolean) => void] =>
  useDraft('flight', Kept, false)
