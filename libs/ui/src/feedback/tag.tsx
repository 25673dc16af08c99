import { t } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { Glyph } from '../icon.tsx'
import { Icon } from '../icon.tsx'
import styles from './tag.module.css'
import type { Tone } from './tone.ts'
import { toneClass } from './tone.ts'

/** A status as text with an icon, because colour alone is not enough. Without an icon: a quiet label, such as RTP: 99%. */
export function Tag({ tone = 'plain', icon, children }: { tone?: Tone; icon?: Glyph; children: ReactNode }): ReactNode {
  return (
    <span className={classNames(toneClass(tone), styles.tag, icon ? styles.state : tone === 'plain' && styles.quiet)}>
      {icon && <Icon of={icon} />}
      {children}
    </span>
  )
}

/** The tone, icon and text of each status. */
export type TagStyles<Status extends string> = Readonly<
  Record<Status, { tone: Tone; icon: Glyph; word: MessageDescriptor }>
>

/** The tag of a status. `children` replaces the text. */
export function StyledTag<Status extends string>({
  tagStyles,
  status,
  children,
}: {
  tagStyles: TagStyles<Status>
  status: Status
  children?: ReactNode
}): ReactNode {
  const { tone, icon, word } = tagStyles[status]
  return (
    <Tag tone={tone} icon={icon}>
      {children ?? t(word)}
    </Tag>
  )
}

/** Says that the rupees of this installation are play money. */
export function PlayMoneyMark({ children = t`Play money` }: { children?: ReactNode }): ReactNode {
  return <span className={styles.play}>{children}</span>
}
