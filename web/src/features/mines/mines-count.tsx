import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { limits } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
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
  const [draft, setDraft] = useState<string | null>(null)
  // A game is on, which has the number that it has.
  if (locked && draft !== null) setDraft(null)
  const typed = draft === null ? count : minesCountOf(draft)
  const isWrong = draft !== null && (typed === null || String(typed) !== draft.trim())
  const commit = (): void => {
    if (draft === null) return
    if (isWrong) onFitted()
    onChange(typed ?? count)
    setDraft(null)
  }
  return (
    <div className={styles.count}>
      <TextField
        label={t`Mines count`}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        value={draft ?? String(count)}
        locked={locked}
        error={isWrong ? t`Invalid mines count. Mines count must be between 1 and 24.` : undefined}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
        }}
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
