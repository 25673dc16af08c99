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
 * A remark that stays on the page; what it is about may stand in bold first. Good and bad news is read out when it
 * appears, and what else is `news`: as an alert, since a status would be heard only where it stood empty before.
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

/** Over what was read before and could not be read anew: that it is of before, and the way to try again. */
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
