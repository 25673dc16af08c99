import { classNames } from '@kismet/ui/class-names.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Facts as BoardFacts } from './mines-board.ts'
import styles from './mines.module.css'

/** What the next gems would pay, the next one first. */
export function Ladder({ ladder, isActive }: { ladder: BoardFacts['ladder']; isActive: boolean }): ReactNode {
  return (
    <ol className={styles.ladder} aria-label={t`Next multipliers`} tabIndex={0}>
      {ladder.map(({ multiplier, gems }, next) => (
        <li key={gems} className={classNames(isActive && next === 0 && styles.on)}>
          {formatMultiplier(multiplier)}
          <small>
            <Plural value={gems} one="# gem" other="# gems" />
          </small>
        </li>
      ))}
    </ol>
  )
}

/** Facts, each a name and a value. */
export function Facts({
  rows,
  className,
}: {
  rows: readonly (readonly [name: string, value: string])[]
  className?: string | undefined
}): ReactNode {
  return (
    <dl className={classNames(styles.facts, className)}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Gems, risk and tiles of a board. */
export function BoardFactsList({ facts: { gemsLeft, riskPercent, opened } }: { facts: BoardFacts }): ReactNode {
  const rows = [
    [t`Gems left`, String(gemsLeft)],
    [t`Mine risk`, riskPercent === null ? '–' : `${riskPercent.toFixed(1)}%`],
    [t`Opened`, `${opened}/25`],
  ] as const
  return <Facts rows={rows} />
}
