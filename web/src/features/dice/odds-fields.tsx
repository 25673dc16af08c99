import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { parseHundredths } from '@kismet/ui/format/number.ts'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { clampRollOver, oddsTexts, rollOverOfChance, rollOverOfMultiplier } from './dice-bet.ts'
import styles from './dice.module.css'

interface DraftFieldProps {
  label: string
  /** The value as it stands. */
  text: string
  unit?: string
  locked: boolean
  /** What was typed, once the field is left or Enter is pressed. */
  onCommit: (typed: string) => void
}

/** A number that may be half-typed: it counts when the field is left, and then shows what it was brought to. */
function DraftField({ label, text, unit, locked, onCommit }: DraftFieldProps): ReactNode {
  const [draft, setDraft] = useState<string | null>(null)
  const commit = (): void => {
    if (draft !== null) onCommit(draft)
    setDraft(null)
  }
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={draft ?? text}
      locked={locked}
      {...(unit === undefined ? {} : { unit })}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}

/** Roll over, multiplier and win chance: three ways to say the same; a change of one moves the others. */
export function OddsFields({
  rollOverHundredths,
  onRollOver,
  locked,
}: {
  rollOverHundredths: number
  onRollOver: (hundredths: number) => void
  locked: boolean
}): ReactNode {
  const { rollOver, multiplier, chance } = oddsTexts(rollOverHundredths)
  const onTyped = (toRollOver: (hundredths: number) => number) => (typed: string) => {
    const hundredths = parseHundredths(typed)
    if (hundredths !== null) onRollOver(toRollOver(hundredths))
  }
  const onMultiplier = (typed: string): void => {
    const wanted = Number(typed.replaceAll(',', ''))
    if (Number.isFinite(wanted) && typed.trim() !== '') onRollOver(rollOverOfMultiplier(wanted))
  }
  return (
    <div className={styles.three}>
      <DraftField label="Roll over" text={rollOver} locked={locked} onCommit={onTyped(clampRollOver)} />
      <DraftField label="Multiplier" text={multiplier} unit="x" locked={locked} onCommit={onMultiplier} />
      <DraftField label="Win chance" text={chance} unit="%" locked={locked} onCommit={onTyped(rollOverOfChance)} />
    </div>
  )
}
