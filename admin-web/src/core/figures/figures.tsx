import { classNames } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import styles from './figures.module.css'

/** Large figures side by side, in a frame of their own or as the lower part of a panel. */
export function Figures({ inPanel = false, children }: { inPanel?: boolean; children: ReactNode }): ReactNode {
  return <dl className={classNames(styles.figures, inPanel && styles.inPanel)}>{children}</dl>
}

interface FigureProps {
  name: ReactNode
  /** The figure itself. */
  children: ReactNode
  /** What it is of. */
  note: ReactNode
  /** Whether it is money won or lost. */
  tone?: 'up' | 'down' | undefined
  /** A drawing beside it, which says nothing that the figure does not. */
  drawing?: ReactNode
}

/** One of them. */
export function Figure({ name, children, note, tone, drawing }: FigureProps): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={classNames(styles.value, tone && styles[tone])}>{children}</dd>
      <dd className={styles.remark}>{note}</dd>
      {drawing && <dd aria-hidden="true">{drawing}</dd>}
    </div>
  )
}
