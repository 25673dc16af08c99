import type { Output } from '@kismet/contracts'
import { beginTotp, confirmTotp } from '@kismet/contracts'
import { PasswordField } from '@kismet/ui/controls/text-field.tsx'
import { ConfirmDialog } from '@kismet/ui/feedback/dialog.tsx'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useFields } from '../../core/fields.ts'
import { useAppDispatch } from '../../core/store.ts'
import { TotpSetUp } from '../../entities/admins/totp-set-up.tsx'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { failedText, useSendOnce } from '../../entities/notices/use-change.ts'

const lost = 'it may already be on. Keep the codes, close this window and check.'
const notBegun = 'two-step login is still off. Try again.'

/**
 * Asks for the password, so that an attacker at an open page cannot bind the account to another phone. Then it shows the
 * secret for the app.
 */
export function TurnOn({ who, onClose }: { who: string; onClose: () => void }): ReactNode {
  const dispatch = useAppDispatch()
  const { send } = useSendOnce('Admins')
  const fields = useFields(beginTotp.input, { password: '' })
  const [setUp, setSetUp] = useState<Output<typeof beginTotp> | null>(null)
  const onBegin = fields.submit(async (proof) => {
    const ended = await send(beginTotp, proof)
    if (ended?.is === 'done') setSetUp(ended.data)
    else if (ended) fields.refuse(failedText(ended, 'Two-step login could not be set up.', notBegun), 'password')
  })
  const onCode = async (code: string): Promise<string | null> => {
    const ended = await send(confirmTotp, { code })
    if (ended === null) return null
    if (ended.is !== 'done') return failedText(ended, 'The code was not accepted.', lost)
    dispatch(toastShown('good', 'Two-step login is on', 'Your other sessions have ended.'))
    onClose()
    return null
  }
  if (setUp !== null)
    return (
      <TotpSetUp
        setUp={setUp}
        who={who}
        foot="Your other sessions end; this one stays."
        onCode={onCode}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      title="Set up two-step login?"
      icon={ShieldCheck}
      action="Go on"
      onConfirm={onBegin}
      onClose={onClose}
    >
      <p>From then on every login asks for a code from an app on your phone.</p>
      <PasswordField label="Password" autoComplete="current-password" {...fields.text('password')} />
    </ConfirmDialog>
  )
}
