import type { beginTotp, Output } from '@kismet/contracts'
import { PasswordField } from '@kismet/ui/controls/text-field.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Question } from '@kismet/ui/feedback/question.tsx'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useAppDispatch } from '../../core/store.ts'
import { useBeginTotpMutation, useConfirmTotpMutation } from '../../entities/admins/admins-api.ts'
import { TotpSetUp } from '../../entities/admins/totp-set-up.tsx'
import { failedText } from '../../entities/admins/use-change.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'

const lost = 'it may already be on. Keep the codes, close this window and check.'

/**
 * Asks for the password, so that an attacker at an open page cannot bind the account to another phone. Then it shows the
 * secret for the app.
 */
export function TurnOn({ who, onClose }: { who: string; onClose: () => void }): ReactNode {
  const dispatch = useAppDispatch()
  const [begin] = useBeginTotpMutation()
  const [confirm] = useConfirmTotpMutation()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [setUp, setSetUp] = useState<Output<typeof beginTotp> | null>(null)
  const onBegin = async (): Promise<void> => {
    if (password === '') {
      setProblem('Please enter your password.')
      return
    }
    const sent = begin({ password })
    const { data, error } = await sent
    // The store keeps no secret.
    sent.reset()
    if (data) setSetUp(data)
    else setProblem(failedText(error, 'Two-step login could not be set up.', 'two-step login is still off. Try again.'))
  }
  const onCode = async (code: string): Promise<string | null> => {
    const { error } = await confirm({ code })
    if (error) return failedText(error, 'The code was not accepted.', lost)
    dispatch(noticeShown('good', 'Two-step login is on', 'Your other sessions have ended.'))
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
    <Question title="Set up two-step login?" icon={ShieldCheck} action="Go on" onConfirm={onBegin} onClose={onClose}>
      <p>From then on every login asks for a code from an app on your phone.</p>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setProblem(null)
        }}
      />
    </Question>
  )
}
