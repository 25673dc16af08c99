import { createContext, useContext } from 'react'

/** What a page can ask of the shell around it. */
export interface ShellActions {
  showKeyboard: () => void
}

export const ShellActionsContext = createContext<ShellActions>({ showKeyboard: () => undefined })

export function useShellActions(): ShellActions {
  return useContext(ShellActionsContext)
}
