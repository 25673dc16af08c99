import { classNames } from '@kismet/ui/class-names.ts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import Hourglass from 'lucide-react/icons/hourglass'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import type { RequestStatus } from '@kismet/contracts'
import type { ReactNode } from 'react'
import styles from './tag.module.css'

/** What a colour tells. The action of a screen is gold and no tag. */
export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'info' | 'own'

/** A state in a word, with a drawing, so that colour never stands alone. */
export function Tag({ tone = 'plain', icon, children }: { tone?: Tone; icon?: Glyph; children: ReactNode }): ReactNode {
  return (
    <span className={classNames(styles.tag, styles[tone])}>
      {icon && <Icon of={icon} />}
      {children}
    </span>
  )
}

const statuses = {
  pending: { tone: 'warn', icon: Hourglass, word: 'Pending' },
  approved: { tone: 'good', icon: CircleCheck, word: 'Approved' },
  rejected: { tone: 'bad', icon: CircleX, word: 'Rejected' },
} as const

/** The state of a request. */
export function StatusTag({ status }: { status: RequestStatus }): ReactNode {
  const { tone, icon, word } = statuses[status]
  return (
    <Tag tone={tone} icon={icon}>
      {word}
    </Tag>
  )
}

/** A remark that stays: what it is about in bold, then the rest. */
export function Note({ tone, icon, children }: { tone: Tone; icon: Glyph; children: ReactNode }): ReactNode {
  return (
    <div className={classNames(styles.remark, styles[tone])} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon of={icon} size="s" />
      <p>{children}</p>
    </div>
  )
}
