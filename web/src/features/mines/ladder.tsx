import { classNames } from '@kismet/ui/class-names.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { KeyValues } from '@kismet/ui/layout/panel.tsx'
import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Facts } from './mines-board.ts'
import styles from './mines.module.css'

/** What the next gems would pay, the next one first. */
export function Ladder({ ladder, isActive }: { ladder: Facts['ladder']; isActive: boolean }): ReactNode {
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

/** Gems, risk and tiles, each a name and a number. */
export function FactsList({ facts: { gemsLeft, riskPercent, opened } }: { facts: Facts }): ReactNode {
  const rows = [
    { name: t`Gems left`, value: String(gemsLeft) },
    { name: t`Mine risk`, value: riskPercent === null ? '–' : `${riskPercent.toFixed(1)}%` },
    { name: t`Opened`, value: `${opened}/25` },
  ]
  return (
    <div className={styles.facts}>
      <KeyValues variant="tiles" rows={rows} />
    </div>
  )
}
