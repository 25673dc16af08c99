import { z } from 'zod'
import { useKeptForm } from '../session/kept-form.ts'

const Kept = z.boolean()

/**
 * Whether this player has a bet in the air, as the page of Aviator last knew in this tab: also while another page is looked at, and when the tab is loaded again. Its round may be over
 * since, which that page finds out.
 */
export const useOpenFlight = (): [isOpen: boolean, keep: (next: () => boolean) => void] =>
  useKeptForm('flight', Kept, false)
