import { backClass } from '../../core/page/page.tsx'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Mail from 'lucide-react/icons/mail'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { paths } from '../../core/paths.ts'
import type { FieldProps } from '../../core/use-form.ts'

/** The e-mail of an account, which every form of a login has. */
export function EmailField(field: FieldProps): ReactNode {
  return (
    <TextField
      label={t`Email`}
      icon={Mail}
      type="email"
      autoComplete="email"
      placeholder={t`you@example.in`}
      maxLength={254}
      {...field}
    />
  )
}

/** The way to the step before, or to another page. */
export function Back({ onBack }: { onBack?: () => void }): ReactNode {
  const content = (
    <>
      <Icon of={ArrowLeft} size="s" />
      {t`Back`}
    </>
  )
  return onBack ? (
    <button type="button" className={backClass} onClick={onBack}>
      {content}
    </button>
  ) : (
    <Link className={backClass} to={paths.auth}>
      {content}
    </Link>
  )
}

/** The title of a step, and where the player is. */
export function StepHead({ title, where }: { title: string; where: string }): ReactNode {
  return (
    <Stack as="header" gap={1}>
      <h1>{title}</h1>
      <p className={textClass('small', 'muted')} role="status">
        {where}
      </p>
    </Stack>
  )
}

/** Beside what went wrong with a code whose answer was lost once: it may have done its work, and would then be wrong for ever. `onLogin`: where this page is that of the login. */
export function MayBeDone({ onLogin }: { onLogin?: () => void }): ReactNode {
  return (
    <Notice tone="warn" news>
      <Trans>
        It may still have worked. To check,{' '}
        <Link className={textClass('link')} to={paths.auth} onClick={onLogin}>
          log in
        </Link>{' '}
        with the password that you chose.
      </Trans>
    </Notice>
  )
}
