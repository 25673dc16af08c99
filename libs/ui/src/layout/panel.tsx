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
  /** At the right end of the title's line. */
  end?: ReactNode
  /** A line below. */
  foot?: ReactNode
  /** Tables and lists that bring their own edges. */
  flush?: boolean
  children: ReactNode
}

/** A surface with a title, and perhaps a line below. No panel stands in another. */
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

/** Names and values with hairlines between: the value below its name, at the right end of its line, or as a sum whose last line is the total. Tiles stand beside each other, as many as have room or two. */
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

/** Lists of bets: 44 high, numbers in columns at the right. */
export function Rows({ children, className }: { children: ReactNode; className?: string | undefined }): ReactNode {
  return <ul className={classNames(styles.rows, className)}>{children}</ul>
}

/** Lists of deposits and withdrawals: the amount, its facts, its state at the right. One that is `low` stands beside others and scrolls. */
export function MoneyRows({ low = false, children }: { low?: boolean; children: ReactNode }): ReactNode {
  return (
    <ul className={classNames(textClass(low && 'low'), styles.money)} tabIndex={low ? 0 : undefined}>
      {children}
    </ul>
  )
}

/** One row of money. */
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
