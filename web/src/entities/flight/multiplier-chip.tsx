import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { msg, t } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { ReactNode } from 'react'
import styles from './flight.module.css'

type Band = 'low' | 'medium' | 'high' | 'veryHigh'

/** In which of the four bands a crash point is (spec 2.4): under 2, under 5, under 10, and the rest. */
function bandOf(multiplier: number): Band {
  if (multiplier < 2) return 'low'
  if (multiplier < 5) return 'medium'
  return multiplier < 10 ? 'high' : 'veryHigh'
}

const words: Readonly<Record<Band, MessageDescriptor>> = {
  low: msg`low, under 2`,
  medium: msg`medium, under 5`,
  high: msg`high, under 10`,
  veryHigh: msg`very high, 10 or more`,
}

/** A crash point in the colour of its band, with a bar and words that say the same. */
export function MultiplierChip({ multiplier, last = false }: { multiplier: number; last?: boolean }): ReactNode {
  const band = bandOf(multiplier)
  return (
    <span className={classNames(styles.chip, styles[band], last && styles.last)}>
      {formatMultiplier(multiplier)}
      <span className={textClass('sr')}> {t(words[band])}</span>
    </span>
  )
}
