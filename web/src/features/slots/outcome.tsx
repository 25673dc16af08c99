import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatNet } from '@kismet/ui/format/money.ts'
import { classNames } from '@kismet/ui/class-names.ts'
import { msg, t } from '@lingui/core/macro'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import type { ReactNode } from 'react'
import { CheckedBet } from '../../entities/game/checked-bet.tsx'
import type { PlayAnswer } from '../../entities/game/instant-games.ts'
import { symbolLooks, timesText } from './symbols.ts'
import styles from './slots.module.css'

type Shown = Pick<PlayAnswer<'slots'>, 'reels' | 'result' | 'winType' | 'multiplier' | 'netGain' | 'replayed'>

const titles = { loss: msg`No line`, win: msg`Win`, 'big win': msg`Big win`, jackpot: msg`Jackpot` } as const

/** What stands on the line, in words: Big win · diamonds x10. */
function lineText({ reels, result, winType, multiplier }: Shown): string {
  const title = t(titles[result])
  if (winType === 'none') return title
  const what = winType === 'pair' ? t`two of a kind` : t(symbolLooks[reels[0]].many)
  return `${title} · ${what} ${timesText(multiplier * 100)}`
}

/** What the reels came to. Read out once, when it is decided. */
export function Outcome({
  decided,
  checkedPaise,
}: {
  decided: Shown | null
  /** The stake of a bet of which nobody knows yet whether it counts. */
  checkedPaise: number | null
}): ReactNode {
  const isRare = decided !== null && (decided.result === 'big win' || decided.result === 'jackpot')
  return (
    <div className={styles.outcome} role="status">
      {checkedPaise !== null && <CheckedBet stakePaise={checkedPaise} />}
      {decided && (
        <>
          <div>
            <p className={isRare ? styles.rare : 'muted'}>
              {decided.replayed && `${t`Earlier bet:`} `}
              {lineText(decided)}
            </p>
            <strong className={classNames(styles.net, decided.netGain > 0 && 'win', decided.netGain < 0 && 'loss')}>
              {formatNet(decided.netGain)}
            </strong>
          </div>
          {decided.result === 'loss' ? (
            <Tag tone="bad" icon={CircleX}>
              {t`Lost`}
            </Tag>
          ) : (
            <Tag tone="good" icon={CircleCheck}>
              {t`Won`}
            </Tag>
          )}
        </>
      )}
    </div>
  )
}
