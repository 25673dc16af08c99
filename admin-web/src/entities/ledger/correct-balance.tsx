import { proposeCorrection } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { openDialog } from '@kismet/ui/feedback/confirm.tsx'
import { rupeesText } from '@kismet/ui/format/money.ts'
import Scale from 'lucide-react/icons/scale'
import type { ReactNode } from 'react'
import { mayCall } from '../session/roles.ts'
import { useAdmin } from '../session/use-session.ts'
import { CorrectionDialog } from './correction-form.tsx'

interface CorrectBalanceProps {
  playerId: string
  /** What a bank row shows to be wrong: the amount for the balance in paise, and why. */
  shown?: { paise: number; reason: string }
}

/** Opens the correction of a player's balance. A role that may not propose one has no button. */
export function CorrectBalance({ playerId, shown }: CorrectBalanceProps): ReactNode {
  const { role } = useAdmin()
  if (!mayCall(proposeCorrection.route, role)) return null
  const start = shown && {
    direction: shown.paise > 0 ? ('give' as const) : ('take' as const),
    amount: rupeesText(Math.abs(shown.paise)),
    account: 'outside' as const,
    reason: shown.reason,
  }
  return (
    <Button
      icon={Scale}
      onClick={() =>
        void openDialog((close) => <CorrectionDialog playerId={playerId} {...(start && { start })} onClose={close} />)
      }
    >
      Correct balance
    </Button>
  )
}
