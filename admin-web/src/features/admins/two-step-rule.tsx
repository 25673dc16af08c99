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

const actions = { required: 'Make it compulsory', optional: 'Make it optional' } as const

/** Whether every admin has to log in with two steps. */
export function TwoStepRule({ isRequired, bare, mayChange }: RuleProps): ReactNode {
  const send = useChange()
  const [setRules, { isLoading }] = useSetAdminRulesMutation()
  // The confirmation keeps its meaning, even if another admin switches the rule meanwhile.
  const [asked, setAsked] = useState<'required' | 'optional' | null>(null)
  const onConfirm = async (): Promise<void> => {
    const totpRequired = asked === 'required'
    await send(setRules({ totpRequired }), totpRequired ? 'Two-step login is compulsory' : 'Two-step login is optional')
    setAsked(null)
  }
  return (
    <>
      <span>
        Two-step login is <b>{isRequired ? 'required of all' : 'optional'}</b>.
      </span>
      {mayChange && (
        <Button onClick={() => setAsked(isRequired ? 'optional' : 'required')}>
          {isRequired ? actions.optional : actions.required}
        </Button>
      )}
      {asked && (
        <Confirm
          title={asked === 'optional' ? 'Make two-step login optional?' : 'Require two-step login of every admin?'}
          icon={asked === 'optional' ? ShieldOff : ShieldCheck}
          action={actions[asked]}
          busy={isLoading}
          onConfirm={() => void onConfirm()}
          onClose={() => setAsked(null)}
        >
          <p>
            {asked === 'optional'
              ? 'Each admin may then turn off their own second step. A password alone would be enough to log in.'
              : bare.length === 0
                ? 'All admins have it already. It cannot be turned off, and new admins set it up at their first login.'
                : `These admins are logged out now and set it up at their next login: ${bare.join(', ')}.`}
          </p>
        </Confirm>
      )}
    </>
  )
}
