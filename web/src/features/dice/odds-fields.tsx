import { Columns } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { DraftField } from '../../entities/game/draft-field.tsx'
import { clampRollOver, oddsTexts, rollOverOfChance, rollOverOfMultiplier } from './dice-bet.ts'
import styles from './dice.module.css'

/** Roll over, multiplier and win chance: three ways to say the same; a change of one moves the others. */
export function OddsFields({
  rollOverHundredths,
  onRollOver,
  onFitted,
  locked,
}: {
  rollOverHundredths: number
  onRollOver: (hundredths: number) => void
  /** Told when what was typed was brought to something else. */
  onFitted: () => void
  locked: boolean
}): ReactNode {
  const texts = oddsTexts(rollOverHundredths)
  const onTyped = (field: keyof typeof texts, toRollOver: (value: number) => number) => (typed: string) => {
    const wanted = typed.trim() === '' ? Number.NaN : Number(typed.replaceAll(',', ''))
    const fitted = Number.isFinite(wanted) ? toRollOver(wanted) : rollOverHundredths
    if (Number(oddsTexts(fitted)[field]) !== wanted) onFitted()
    onRollOver(fitted)
  }
  const fields = [
    { label: t`Roll over`, field: 'rollOver', toRollOver: (value: number) => clampRollOver(value * 100) },
    { label: t`Multiplier`, field: 'multiplier', unit: 'x', toRollOver: rollOverOfMultiplier },
    { label: t`Win chance`, field: 'chance', unit: '%', toRollOver: (value: number) => rollOverOfChance(value * 100) },
  ] as const
  return (
    <Columns least={5} gap={2} className={styles.three}>
      {fields.map(({ label, field, toRollOver, ...unit }) => (
        <DraftField
          key={field}
          label={label}
          inputMode="decimal"
          text={texts[field]}
          {...unit}
          locked={locked}
          onCommit={onTyped(field, toRollOver)}
        />
      ))}
    </Columns>
  )
}
