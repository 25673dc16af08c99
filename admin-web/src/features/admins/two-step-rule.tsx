import { Button } from '@kismet/ui/controls/button.tsx'
import { Confirm } from '@kismet/ui/feedback/confirm.tsx'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldOff from 'lucide-react/icons/shield-off'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useSetAdminRulesMutation } from '../../entities/admins/admins-api.ts'
import { useChange } from '../../entities/admins/use-change.ts'

interface RuleProps {
  isRequired: boolean
  /** Active admins who have no second step. */
  bare: readonly string[]
  /** Owners switch it, if they have it themselves. */
  mayChange: boolean
}

/** Whether every admin has to log in with two steps. */
export function TwoStepRule({ isRequired, bare, mayChange }: RuleProps): ReactNode {
  const send = useChange()
  const [setRules, { isLoading }] = useSetAdminRulesMutation()
  const [isAsked, setAsked] = useState(false)
  const onConfirm = async (): Promise<void> => {
    const totpRequired = !isRequired
    await send(setRules({ totpRequired }), totpRequired ? 'Two steps are required of all' : 'Two steps are optional')
    setAsked(false)
  }
  return (
    <>
      <span>
        Two-step login is <b>{isRequired ? 'required of all' : 'optional'}</b>.
      </span>
      {mayChange && (
        <Button onClick={() => setAsked(true)}>{isRequired ? 'Make it optional' : 'Require it of all'}</Button>
      )}
      {isAsked && (
        <Confirm
          title={isRequired ? 'Make two-step login optional?' : 'Require two-step login of every admin?'}
          icon={isRequired ? ShieldOff : ShieldCheck}
          action={isRequired ? 'Make it optional' : 'Require it of all'}
          busy={isLoading}
          onConfirm={() => void onConfirm()}
          onClose={() => setAsked(false)}
        >
          <p>
            {isRequired
              ? 'Everybody may turn the own second step off again: a password alone opens an account then.'
              : bare.length === 0
                ? 'Everybody has it already. Nobody can turn it off, and who is added sets it up with the first login.'
                : `Logged out at once, and set it up with their next login: ${bare.join(', ')}.`}
          </p>
        </Confirm>
      )}
    </>
  )
}
