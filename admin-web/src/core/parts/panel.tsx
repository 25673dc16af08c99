import { classNames } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  title: ReactNode
  /** Beside the title. */
  note?: ReactNode
  /** At the right end of the title's line. */
  end?: ReactNode
  foot?: ReactNode
  /** Tables and lists that bring their own edges. */
  flush?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A surface with a title, and perhaps a line below. No panel stands in another. */
export function Panel({ title, note, end, foot, flush = false, className, children }: PanelProps): ReactNode {
  const titleId = useId()
  return (
    <section className={classNames(styles.panel, className)} aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{title}</h2>
        {note && <p>{note}</p>}
        {end && <div className={styles.end}>{end}</div>}
      </header>
      <div className={classNames(flush ? styles.flush : styles.in)}>{children}</div>
      {foot && <footer>{foot}</footer>}
    </section>
  )
}

/** Names left, values right, with hairlines between. */
export function Facts({ rows }: { rows: readonly { name: ReactNode; value: ReactNode }[] }): ReactNode {
  return (
    <dl className={styles.facts}>
      {rows.map(({ name, value }, at) => (
        <div key={at}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
