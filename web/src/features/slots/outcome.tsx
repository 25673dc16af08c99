import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { CountingNet } from '@kismet/ui/format/count-up.tsx'
import { formatNet } from '@kismet/ui/format/money.ts'
import { classNames, netClass, textClass } from '@kismet/ui/class-names.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import type { ReactNode } from 'react'
import { CheckedBet, resultText } from '../../entities/game/checked-bet.tsx'
import type { PlayAnswer } from '../../entities/game/games-api.ts'
import { tierOf } from './celebration.ts'
import { symbolLooks, timesText } from './symbols.ts'
import styles from './slots.module.css'

type Shown = Pick<PlayAnswer<'slots'>, 'betId' | 'reels' | 'result' | 'winType' | 'multiplier' | 'netGain' | 'replayed'>

/** What stands on the line, in words: Big win · diamonds x10. */
function lineText({ reels, result, winType, multiplier }: Shown): string {
  const [symbols, times] = [t(symbolLooks[reels[0]].many), timesText(multiplier * 100)]
  switch (result) {
    case 'loss':
      return t`No win`
    case 'win':
      return winType === 'pair' ? t`Win · two of a kind ${times}` : t`Win · ${symbols} ${times}`
    case 'big win':
      return t`Big win · ${symbols} ${times}`
    case 'jackpot':
      return t`Jackpot · ${symbols} ${times}`
    case 'other':
      return times
  }
}

/** What the reels came to. Read out once, when it is decided. */
export function Outcome({
  decided,
  checkedPaise,
}: {
  decided: Shown | null
  /** The stake of a bet with an unknown outcome. */
  checkedPaise: number | null
}): ReactNode {
  const isRare = decided !== null && (decided.result === 'big win' || decided.result === 'jackpot')
  return (
    <Row spread gap={3} className={styles.outcome} role="status">
      {checkedPaise !== null && <CheckedBet stakePaise={checkedPaise} />}
      {decided && (
        <>
          <div>
            <p className={isRare ? styles.rare : textClass('muted')}>{resultText(lineText(decided), decided)}</p>
            <strong className={classNames(netClass(decided.netGain), styles.net)}>
              {tierOf(decided) === null ? (
                formatNet(decided.netGain)
              ) : (
                <CountingNet key={decided.betId} paise={decided.netGain} />
              )}
            </strong>
          </div>
          {decided.multiplier === 0 ? (
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
    </Row>
  )
}
