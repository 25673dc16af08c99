import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { t } from '@lingui/core/macro'
import Mail from 'lucide-react/icons/mail'
import type { ReactNode } from 'react'
import type { Credentials } from './auth-rules.ts'

/** The e-mail of an account, which every form of a login has. */
export function EmailField({
  email,
  error,
  readOnly = false,
  onEmail,
}: {
  email: string
  error?: string | undefined
  /** True while the form is sent, so that the page shows what was sent. */
  readOnly?: boolean
  onEmail: (email: string) => void
}): ReactNode {
  return (
    <TextField
      label={t`Email`}
      icon={Mail}
      type="email"
      name={'email' satisfies keyof Credentials}
      autoComplete="email"
      placeholder={t`you@example.in`}
      maxLength={254}
      value={email}
      readOnly={readOnly}
      error={error}
      onChange={(event) => onEmail(event.target.value)}
    />
  )
}
