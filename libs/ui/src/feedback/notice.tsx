import { t } from '@lingui/core/macro'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import type { Glyph } from '../icon.tsx'
import { Icon } from '../icon.tsx'
import styles from './notice.module.css'
import type { Tone } from './tone.ts'
import { toneClass } from './tone.ts'

const glyphs: Record<Tone, Glyph> = {
  plain: Info,
  good: CircleCheck,
  bad: CircleX,
  warn: TriangleAlert,
  info: Info,
  own: Info,
}

/**
 * A notice on the page, with an optional bold subject first. Screen readers read out good, bad and `news` notices as an alert. They
 * read a status only if its empty element was on the page before.
 */
export function Notice({
  tone = 'plain',
  news = tone === 'bad' || tone === 'good',
  icon,
  children,
}: {
  tone?: Tone
  news?: boolean
  icon?: Glyph
  children: ReactNode
}): ReactNode {
  return (
    <div
      className={classNames(styles.notice, tone === 'plain' ? styles.quiet : toneClass(tone))}
      role={news ? 'alert' : undefined}
    >
      <Icon of={icon ?? glyphs[tone]} />
      <p>{children}</p>
    </div>
  )
}

/** A notice above stale data after a failed refresh, with a retry. */
export function StaleNotice({ busy, onRetry }: { busy: boolean; onRetry: () => void }): ReactNode {
  return (
    <div className={classNames(styles.notice, styles.quiet, styles.stale)} role="status">
      <p>{t`Could not refresh. You see the last known state.`}</p>
      <Button kind="quiet" busy={busy} onClick={onRetry}>
        {t`Try again`}
      </Button>
    </div>
  )
}
