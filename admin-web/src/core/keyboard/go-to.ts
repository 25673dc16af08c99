import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** Letters after G, and where they lead. */
const goTo: Readonly<Partial<Record<string, string>>> = {
  T: paths.dashboard,
  D: paths.deposits,
  B: paths.bankStatement,
  S: paths.support,
  W: paths.withdrawals,
  A: paths.analytics,
  Q: paths.qrSettings,
  M: paths.gameMode,
  P: paths.players,
  L: paths.ledger,
  R: paths.rounds,
  U: paths.auditLog,
  N: paths.admins,
}

const withinMs = 1_500

/** G, then a letter, opens a page. The two belong together for a moment only. */
export function useGoTo(): void {
  const navigate = useNavigate()
  const pressedMs = useRef(Number.NEGATIVE_INFINITY)
  useShortcuts((key) => {
    if (key === 'G') {
      pressedMs.current = performance.now()
      return true
    }
    const target = performance.now() - pressedMs.current < withinMs ? goTo[key] : undefined
    pressedMs.current = Number.NEGATIVE_INFINITY
    if (target === undefined) return false
    void navigate(target)
    return true
  })
}
