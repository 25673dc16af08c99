import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'

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
