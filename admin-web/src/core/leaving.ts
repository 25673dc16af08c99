import { createContext, useContext } from 'react'

/** Whether another page was chosen than the one that is shown, which stays until the code of the other one is there. */
export const LeavingContext = createContext(false)

/** Whether this page is being left. What it opens by itself then would lead back to it, against the choice. */
export const useIsLeaving = (): boolean => useContext(LeavingContext)
