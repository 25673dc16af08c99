import { msg, t } from '@lingui/core/macro'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Hourglass from 'lucide-react/icons/hourglass'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import type { MessageDescriptor } from '@lingui/core'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { Glyph } from '../icon.tsx'
import { Icon } from '../icon.tsx'
import styles from './tag.module.css'
import type { Tone } from './tone.ts'
import { toneClass } from './tone.ts'

/** A state in a word, with a drawing, so that colour never stands alone; without one a quiet mark: RTP: 99%. */
export function Tag({ tone = 'plain', icon, children }: { tone?: Tone; icon?: Glyph; children: ReactNode }): ReactNode {
  return (
    <span className={classNames(toneClass(tone), styles.tag, icon ? styles.state : tone === 'plain' && styles.quiet)}>
      {icon && <Icon of={icon} />}
      {children}
    </span>
  )
}

/** The states that the product names everywhere alike. */
export type Status = 'pending' | 'approved' | 'rejected' | 'running' | 'stopped'

const looks: Record<Status, { tone: Tone; icon: Glyph; word: MessageDescriptor }> = {
  pending: { tone: 'warn', icon: Hourglass, word: msg`Pending` },
  approved: { tone: 'good', icon: CircleCheck, word: msg`Approved` },
  rejected: { tone: 'bad', icon: CircleX, word: msg`Rejected` },
  running: { tone: 'good', icon: Play, word: msg`Running` },
  stopped: { tone: 'bad', icon: Square, word: msg`Stopped` },
}

/** The tag of a state; `children` replaces its word. */
export function StatusTag({ status, children }: { status: Status; children?: ReactNode }): ReactNode {
  const { tone, icon, word } = looks[status]
  return (
    <Tag tone={tone} icon={icon}>
      {children ?? t(word)}
    </Tag>
  )
}

/** Says that the rupees of this installation are play rupees. */
export function PlayMoneyMark({ children = t`Play money` }: { children?: ReactNode }): ReactNode {
  return <span className={styles.play}>{children}</span>
}
