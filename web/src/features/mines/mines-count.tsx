import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { limits } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { DraftField } from '../../entities/game/draft-field.tsx'
import styles from './mines.module.css'

const { countMax, countPresets } = limits.mines

/** A number of mines as it is typed, brought to 1 to 24 (spec 5.6); null where it is none. */
function minesCountOf(text: string): number | null {
  const plain = text.trim()
  return /^\d{1,6}$/.test(plain) ? Math.min(countMax, Math.max(1, Number(plain))) : null
}

/** How many mines there are: any number, or one of the presets. What is typed counts, brought into its limits, when the field is left. */
export function MinesCount({
  count,
  locked,
  onChange,
  onFitted,
}: {
  count: number
  locked: boolean
  onChange: (count: number) => void
  /** Told when what was typed was brought to something else. */
  onFitted: () => void
}): ReactNode {
  const isFit = (typed: string): boolean => String(minesCountOf(typed)) === typed.trim()
  const commit = (typed: string): void => {
    if (!isFit(typed)) onFitted()
    onChange(minesCountOf(typed) ?? count)
  }
  return (
    <div className={styles.count}>
      <DraftField
        label={t`Mines count`}
        inputMode="numeric"
        text={String(count)}
        locked={locked}
        problemOf={(typed) =>
          isFit(typed) ? undefined : t`Invalid mines count. Mines count must be between 1 and 24.`
        }
        onCommit={commit}
      />
      <Segmented
        label={t`Mines count`}
        dense
        options={countPresets.map((preset) => ({ value: String(preset), label: String(preset) }))}
        value={String(count)}
        disabled={locked}
        onChange={(chosen) => onChange(Number(chosen))}
      />
    </div>
  )
}
