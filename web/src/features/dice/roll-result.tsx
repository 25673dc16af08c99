import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatNet } from '@kismet/ui/format/money.ts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import type { ReactNode } from 'react'
import { useCallback } from 'react'
import { CheckedBet, resultText } from '../../entities/game/checked-bet.tsx'
import type { AnimatedNumber } from '../../entities/game/animated-number.ts'
import type { PlayAnswer } from '../../entities/game/games-api.ts'
import styles from './dice.module.css'

/** The roll that is on the screen: on its way, or decided. */
export interface ShownRoll {
  moving: AnimatedNumber | null
  decided: Pick<PlayAnswer<'dice'>, 'betId' | 'roll' | 'rollOver' | 'result' | 'netGain' | 'replayed'> | null
  /** The current roll-over. The result may have another. */
  rollOverHundredths: number
  /** The stake of a bet with an unknown outcome. */
  checkedPaise: number | null
}

/** A win that pays less than its stake is no reason to celebrate: it stays grey (docs/spec/amendments.md, section 2). */
function looksOf({ result, netGain }: Pick<PlayAnswer<'dice'>, 'result' | 'netGain'>): {
  number: 'win' | 'loss' | undefined
  tone: 'good' | 'bad' | 'plain'
} {
  if (result === 'loss') return { number: 'loss', tone: 'bad' }
  return netGain >= 0 && result === 'win' ? { number: 'win', tone: 'good' } : { number: undefined, tone: 'plain' }
}

/** Win or loss with its amount, and the roll-over of the bet if the current roll-over is another. */
function verdictOf({ result, rollOver, netGain }: NonNullable<ShownRoll['decided']>, hasMoved: boolean): string {
  // A word joiner: no line ends between the sign and the amount.
  const [border, net] = [rollOver.toFixed(2), formatNet(netGain).replace('₹', '\u2060₹')]
  const texts = {
    win: () => (hasMoved ? t`Win from ${border} · ${net}` : t`Win · ${net}`),
    loss: () => (hasMoved ? t`Loss below ${border} · ${net}` : t`Loss · ${net}`),
    other: () => net,
  }
  return texts[result]()
}

function MovingNumber({ number }: { number: AnimatedNumber }): ReactNode {
  const draw = useCallback(
    (output: HTMLOutputElement) => number.subscribe((at) => (output.textContent = at.toFixed(2))),
    [number],
  )
  return <output aria-live="off" className={styles.quietNumber} ref={draw} />
}

/** The huge number, and under it what it means for the money. Read out once, when it is decided. */
export function RollResult({ moving, decided, rollOverHundredths, checkedPaise }: ShownRoll): ReactNode {
  const looks = decided && looksOf(decided)
  const text = decided?.roll.toFixed(2) ?? '00.00'
  const hasMoved = decided !== null && Math.round(decided.rollOver * 100) !== rollOverHundredths
  return (
    <div className={styles.roll}>
      <p className={textClass('muted', 'srNarrow')}>{t`Roll result`}</p>
      {moving ? (
        <MovingNumber number={moving} />
      ) : (
        <output
          key={decided?.betId ?? 'open'}
          aria-live="off"
          className={classNames(textClass(looks?.number), decided ? styles.settled : styles.quietNumber)}
        >
          {text}
        </output>
      )}
      <p className={styles.pillRow} role="status">
        {checkedPaise !== null && <CheckedBet stakePaise={checkedPaise} />}
        {decided && looks && (
          <>
            <span className={textClass('sr')}>{t`Rolled ${text}.`} </span>
            <Tag tone={looks.tone} icon={decided.result === 'win' ? CircleCheck : CircleX}>
              {resultText(verdictOf(decided, hasMoved), decided)}
            </Tag>
          </>
        )}
      </p>
    </div>
  )
}
