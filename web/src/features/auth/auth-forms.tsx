import type { ReactNode } from 'react'
import { useState } from 'react'
import { AuthFrame } from './auth-frame.tsx'
import type { Mode } from './credentials-step.tsx'
import { CredentialsStep } from './credentials-step.tsx'
import { OtpStep } from './otp-step.tsx'
import { keepPendingSignUp, readPendingSignUp } from './pending-sign-up.ts'

/** Login and sign-up with the OTP step (spec 4.1): Back and the tabs return to the credentials, a reload to the step that was open. */
export function AuthForms(): ReactNode {
  const [mode, setMode] = useState<Mode>('login')
  const [waiting] = useState(readPendingSignUp)
  const isEntering = waiting?.entering === true
  const [email, setEmail] = useState(isEntering ? waiting.email : '')
  const [otp, setOtp] = useState<{ notice: string | null } | null>(isEntering ? { notice: null } : null)
  const onBack = (): void => {
    const pending = readPendingSignUp()
    keepPendingSignUp(pending && { ...pending, entering: false })
    setOtp(null)
  }
  return (
    <AuthFrame>
      {otp ? (
        <OtpStep email={email} onEmail={setEmail} notice={otp.notice} onBack={onBack} />
      ) : (
        <CredentialsStep
          mode={mode}
          onMode={setMode}
          email={email}
          onEmail={setEmail}
          onOtp={(notice) => setOtp({ notice })}
        />
      )}
    </AuthFrame>
  )
}
