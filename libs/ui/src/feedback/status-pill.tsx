import Check from 'lucide-react/icons/check'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Hourglass from 'lucide-react/icons/hourglass'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { Glyph } from '../icon.tsx'
import { Icon } from '../icon.tsx'
import styles from './status-pill.module.css'

/** The colour of a state: money in or done, refused or lost, still open, the player's own, neutral. */
export type PillTone = 'good' | 'bad' | 'wait' | 'own' | 'plain'

/** A state as icon and word, so that colour never stands alone. */
export function Pill({ tone, icon, children }: { tone: PillTone; icon: Glyph; children: ReactNode }): ReactNode {
  return (
    <span className={classNames(styles.pill, tone !== 'plain' && styles[tone])}>
      <Icon of={icon} />
      {children}
    </span>
  )
}

/** The states that the product names everywhere alike. */
export type Status = 'pending' | 'approved' | 'rejected' | 'running' | 'paused' | 'stopped' | 'win' | 'loss' | 'done'

const looks: Record<Status, { tone: PillTone; icon: Glyph; word: string }> = {
  pending: { tone: 'wait', icon: Hourglass, word: 'Pending' },
  approved: { tone: 'good', icon: CircleCheck, word: 'Approved' },
  rejected: { tone: 'bad', icon: CircleX, word: 'Rejected' },
  running: { tone: 'good', icon: Play, word: 'Running' },
  paused: { tone: 'wait', icon: Pause, word: 'Paused' },
  stopped: { tone: 'bad', icon: Square, word: 'Stopped' },
  win: { tone: 'good', icon: CircleCheck, word: 'Win' },
  loss: { tone: 'bad', icon: CircleX, word: 'Loss' },
  done: { tone: 'own', icon: Check, word: 'Done' },
}

/** The pill of a state; `children` replaces its word. */
export function StatusPill({ status, children }: { status: Status; children?: ReactNode }): ReactNode {
  const { tone, icon, word } = looks[status]
  return (
    <Pill tone={tone} icon={icon}>
      {children ?? word}
    </Pill>
  )
}

/** A quiet mark beside a title: RTP: 99%. */
export function Tag({ children }: { children: ReactNode }): ReactNode {
  return <span className={styles.tag}>{children}</span>
}

/** Says that the rupees of this installation are play rupees. */
export function PlayMoneyMark(): ReactNode {
  return <span className={styles.play}>Play money</span>
}

/** A dot that is filled green or hollow red; the word stands beside it from 1024 px and is read out always. */
export function ConnectionDot({ connected }: { connected: boolean }): ReactNode {
  return (
    <p className={classNames(styles.connection, !connected && styles.off)} role="status">
      <span>{connected ? 'Connected' : 'Not connected'}</span>
    </p>
  )
}
