import { createContext, useContext } from 'react'

/** Whether the admin has chosen another page. The old page stays until the code of the new page has loaded. */
export const LeavingContext = createContext(false)

/** Whether this page is being left. Then it must not navigate by itself, because that would lead back to it. */
export const useIsLeaving = (): boolean => useContext(LeavingContext)
