import { parseInput, turnOffTotp } from '@kismet/contracts'
import { PasswordField, TextField } from '@kismet/ui/controls/text-field.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Question } from '@kismet/ui/feedback/question.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import ShieldOff from 'lucide-react/icons/shield-off'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useAppDispatch } from '../../core/store.ts'
import { useTurnOffTotpMutation } from '../../entities/admins/admins-api.ts'
import { failedText } from '../../entities/admins/use-change.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'

/** Asks for the password and a code before the second step goes away. */
export function TurnOff({ onClose }: { onClose: () => void }): ReactNode {
  const dispatch = useAppDispatch()
  const [turnOff] = useTurnOffTotpMutation()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const onConfirm = async (): Promise<void> => {
    const read = parseInput(turnOffTotp.input, { password, code })
    if (!read.ok) {
      setProblem(read.message)
      return
    }
    const { error } = await turnOff(read.value)
    if (error) {
      setProblem(
        failedText(error, 'Two-step login was not turned off.', 'it may already be off. Close this window and check.'),
      )
      return
    }
    dispatch(noticeShown('good', 'Two-step login is off'))
    onClose()
  }
  return (
    <Question
      title="Turn two-step login off?"
      icon={ShieldOff}
      action="Turn off"
      isDangerous
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <b className={textClass('strong')}>From then on the password alone is enough to log in.</b> The recovery codes
        are of no use any more.
      </p>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <TextField
        label="6-digit code"
        beside="or a recovery code"
        name="code"
        mono
        autoComplete="one-time-code"
        maxLength={16}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </Question>
  )
}
