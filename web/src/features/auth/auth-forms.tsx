import type { ReactNode } from 'react'
import { useState } from 'react'
import { AuthFrame } from './auth-frame.tsx'
import type { Mode } from './credentials-step.tsx'
import { CredentialsStep } from './credentials-step.tsx'
import { OtpStep } from './otp-step.tsx'

/** Login and sign-up with the OTP step (spec 4.1): Back and the tabs return to the credentials. */
export function AuthForms(): ReactNode {
  const [mode, setMode] = useState<Mode>('login')
  const [email, setEmail] = useState('')
  const [otp, setOtp] = useState<{ notice: string | null } | null>(null)
  return (
    <AuthFrame>
      {otp ? (
        <OtpStep email={email} onEmail={setEmail} notice={otp.notice} onBack={() => setOtp(null)} />
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
