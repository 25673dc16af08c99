import { Pill } from '@kismet/ui/feedback/status-pill.tsx'
import { formatNet } from '@kismet/ui/format/money.ts'
import { classNames } from '@kismet/ui/class-names.ts'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import type { ReactNode } from 'react'
import type { DiceAnswer } from './play-once.ts'
import styles from './dice.module.css'

/** The roll that is on the screen: on its way, or decided. */
export interface ShownRoll {
  at: number | null
  decided: Pick<DiceAnswer, 'betId' | 'roll' | 'result' | 'netGain' | 'replayed'> | null
}

/** A win that pays less than its stake is no reason to celebrate: it stays grey (docs/decisions.md, section 2). */
function looksOf({ result, netGain }: { result: 'win' | 'loss'; netGain: number }): {
  number: string | undefined
  tone: 'good' | 'bad' | 'plain'
} {
  if (result === 'loss') return { number: 'loss', tone: 'bad' }
  return netGain >= 0 ? { number: 'win', tone: 'good' } : { number: undefined, tone: 'plain' }
}

/** The huge number, and under it what it means for the money. Read out once, when it is decided. */
export function RollResult({ at, decided }: ShownRoll): ReactNode {
  const looks = decided && looksOf(decided)
  const text = decided ? decided.roll.toFixed(2) : (at?.toFixed(2) ?? '00.00')
  return (
    <div className={styles.roll}>
      <p className={classNames('muted', styles.rollLabel)}>Roll result</p>
      <output
        key={decided?.betId ?? 'open'}
        aria-live="off"
        className={classNames(looks?.number, decided ? styles.settled : styles.quietNumber)}
      >
        {text}
      </output>
      <p className={styles.pillRow} role="status">
        {decided && looks && (
          <>
            <span className="sr">Rolled {text}. </span>
            <Pill tone={looks.tone} icon={decided.result === 'win' ? CircleCheck : CircleX}>
              {decided.replayed && 'Earlier bet: '}
              {decided.result === 'win' ? 'Win' : 'Loss'} · {formatNet(decided.netGain)}
            </Pill>
          </>
        )}
      </p>
    </div>
  )
}
