import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './panel.module.css'

/** The looks of a panel for another element, such as a form. */
export const panelClass: string = classNames(styles.panel)

/** A filled surface with a title. */
export function Panel({
  title,
  className,
  children,
  ...rest
}: { title: ReactNode } & Omit<ComponentProps<'section'>, 'title'>): ReactNode {
  const titleId = useId()
  return (
    <section {...rest} className={classNames(styles.panel, className)} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  )
}

/** Names and values, one under the other, with hairlines between. */
export function KeyValues({
  rows,
  look = 'list',
}: {
  rows: readonly { name: ReactNode; value: ReactNode }[]
  look?: 'list' | 'sum'
}): ReactNode {
  return (
    <dl className={look === 'sum' ? styles.sum : styles.kv}>
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

/** Lists of deposits and withdrawals: the amount, its facts, its state at the right. */
export function MoneyRows({ children }: { children: ReactNode }): ReactNode {
  return <ul className={styles.money}>{children}</ul>
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
