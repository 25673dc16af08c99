import type { ReactNode } from 'react'
import { useId } from 'react'
import { classNames, textClass } from '../class-names.ts'
import { Row } from './layout.tsx'
import styles from './panel.module.css'

/** The class of a panel for another element, such as a form. */
export const panelClass: string = classNames(styles.surface, styles.stack, styles.padded)

interface PanelProps {
  title: ReactNode
  /** Beside the title. */
  note?: ReactNode
  /** At the right end of the title line. */
  end?: ReactNode
  /** A line below. */
  foot?: ReactNode
  /** No padding, for tables and lists with their own edges. */
  flush?: boolean
  children: ReactNode
}

/** A surface with a title and an optional footer. Panels are never nested. */
export function Panel({ title, note, end, foot, flush = false, children }: PanelProps): ReactNode {
  const titleId = useId()
  return (
    <section className={classNames(styles.surface, styles.panel)} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {note && <p>{note}</p>}
        {end && (
          <Row gap={2} className={styles.end}>
            {end}
          </Row>
        )}
      </header>
      <div className={classNames(!flush && styles.stack, !flush && styles.in)}>{children}</div>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </section>
  )
}

/** A key-value list: `list` has the value below its name, `lines` at the right, `sum` ends with a total, `tiles` and `byTwo` are columns. */
export function KeyValues({
  rows,
  variant = 'list',
}: {
  rows: readonly { name: ReactNode; value: ReactNode }[]
  variant?: 'list' | 'lines' | 'sum' | 'tiles' | 'byTwo'
}): ReactNode {
  return (
    <dl className={classNames(variant === 'byTwo' && styles.tiles, styles[variant])}>
      {rows.map(({ name, value }, at) => (
        <div key={at}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A list of bets: rows of 44 px, with aligned numbers at the right. */
export function Rows({ children, className }: { children: ReactNode; className?: string | undefined }): ReactNode {
  return <ul className={classNames(styles.rows, className)}>{children}</ul>
}

/** A list of deposits or withdrawals: amount, details, and status at the right. A `low` list is beside other lists and scrolls. */
export function MoneyRows({ low = false, children }: { low?: boolean; children: ReactNode }): ReactNode {
  return (
    <ul className={classNames(textClass(low && 'low'), styles.money)} tabIndex={low ? 0 : undefined}>
      {children}
    </ul>
  )
}

/** A deposit or a withdrawal. */
export function MoneyRow({
  amount,
  facts,
  state,
}: {
  amount: ReactNode
  facts: ReactNode
  state: ReactNode
}): ReactNode {
  return (
    <li>
      <div>
        <p className={styles.amount}>{amount}</p>
        {facts}
      </div>
      {state}
    </li>
  )
}
