import { setAdminRules } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { confirm } from '@kismet/ui/feedback/confirm.tsx'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldOff from 'lucide-react/icons/shield-off'
import type { ReactNode } from 'react'
import { useChange } from '../../entities/notices/use-change.ts'

interface RuleProps {
  isRequired: boolean
  /** Active admins who have no second step. */
  bare: readonly string[]
  /** Owners switch it, if they have it themselves. */
  mayChange: boolean
}

/** Whether every admin has to log in with two steps. */
export function TwoStepRule({ isRequired, bare, mayChange }: RuleProps): ReactNode {
  const change = useChange('Admins')
  const action = isRequired ? 'Make it optional' : 'Make it compulsory'
  const makeOptional = {
    ...{ title: 'Make two-step login optional?', icon: ShieldOff, action, isDangerous: true },
    body: 'Each admin may then turn off their own second step. A password alone would be enough to log in.',
    run: () => change(setAdminRules, { totpRequired: false }, 'Two-step login is optional'),
  }
  const makeCompulsory = {
    ...{ title: 'Require two-step login of every admin?', icon: ShieldCheck, action },
    body:
      bare.length === 0
        ? 'All admins have it already. It cannot be turned off, and new admins set it up at their first login.'
        : `These admins are logged out now and set it up at their next login: ${bare.join(', ')}.`,
    run: () => change(setAdminRules, { totpRequired: true }, 'Two-step login is compulsory'),
  }
  return (
    <>
      <span>
        Two-step login is <b>{isRequired ? 'required of all' : 'optional'}</b>.
      </span>
      {mayChange && <Button onClick={() => void confirm(isRequired ? makeOptional : makeCompulsory)}>{action}</Button>}
    </>
  )
}
