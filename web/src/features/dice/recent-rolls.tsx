import { classNames } from '@kismet/ui/class-names.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { t } from '@lingui/core/macro'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { usePlays } from '../../entities/game/instant-games.ts'
import styles from './dice.module.css'

const recentShown = 8

/** The newest rolls as a strip. With `belowFold` it leaves its place on phones to what the thumb needs. */
export function RecentRolls({ belowFold }: { belowFold: boolean }): ReactNode {
  const { plays } = usePlays('dice')
  return (
    <ol className={classNames(styles.recent, belowFold && styles.wideOnly)} aria-label={t`Recent rolls`}>
      {plays?.slice(0, recentShown).map(({ betId, roll, result }) => (
        <li key={betId} className={result}>
          <Icon of={result === 'win' ? Check : X} size="s" />
          {roll.toFixed(2)}
          <span className="sr">{result === 'win' ? ` ${t`won`}` : ` ${t`lost`}`}</span>
        </li>
      ))}
    </ol>
  )
}
