import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { usePlays } from '../../entities/game/games-api.ts'
import styles from './dice.module.css'

const recentShown = 8

/** The number; whether it won is seen, and here heard. */
function RollWords({ roll, won }: { roll: string; won: boolean }): ReactNode {
  return won ? (
    <Trans>
      {roll} <span className={textClass('sr')}>won</span>
    </Trans>
  ) : (
    <Trans>
      {roll} <span className={textClass('sr')}>lost</span>
    </Trans>
  )
}

/** The newest rolls as a strip. With `belowFold` it leaves its place on phones to what the thumb needs. */
export function RecentRolls({ belowFold }: { belowFold: boolean }): ReactNode {
  const { data: rows } = usePlays('dice')
  return (
    <ol className={classNames(styles.recent, belowFold && styles.wideOnly)} aria-label={t`Recent rolls`}>
      {rows?.slice(0, recentShown).map(({ betId, roll, result }) => (
        <li key={betId} className={result}>
          <Icon of={result === 'win' ? Check : X} size="s" />
          <RollWords roll={roll.toFixed(2)} won={result === 'win'} />
        </li>
      ))}
    </ol>
  )
}
