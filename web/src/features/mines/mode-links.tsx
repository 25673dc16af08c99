import { tagsClass } from '@kismet/ui/controls/choice.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { casinoPath, paths } from '../../core/paths.ts'

/** The two ways to play Mines, each on a page of its own. */
export function ModeLinks({ current }: { current: 'manual' | 'auto' }): ReactNode {
  return (
    <nav className={tagsClass} aria-label={t`Mode`}>
      <Link to={casinoPath('mines')} aria-current={current === 'manual' ? 'page' : undefined}>
        {t`Manual`}
      </Link>
      <Link to={paths.minesAuto} aria-current={current === 'auto' ? 'page' : undefined}>
        {t`Auto`}
      </Link>
    </nav>
  )
}
