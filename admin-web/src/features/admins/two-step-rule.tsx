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

const actions = { required: 'Require it of all', optional: 'Make it optional' } as const

/** Whether every admin has to log in with two steps. */
export function TwoStepRule({ isRequired, bare, mayChange }: RuleProps): ReactNode {
  const send = useChange()
  const [setRules, { isLoading }] = useSetAdminRulesMutation()
  // What was asked for stays that, whoever switches the rule meanwhile.
  const [asked, setAsked] = useState<'required' | 'optional' | null>(null)
  const onConfirm = async (): Promise<void> => {
    const totpRequired = asked === 'required'
    await send(setRules({ totpRequired }), totpRequired ? 'Two steps are required of all' : 'Two steps are optional')
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
