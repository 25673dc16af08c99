import { TextField } from '@kismet/ui/controls/text-field.tsx'
import type { ReactNode } from 'react'
import { useState } from 'react'

/** A number that may be half-typed: it counts when the field is left or Enter is pressed, and then shows what it was brought to. */
export function DraftField({
  label,
  inputMode,
  text,
  unit,
  locked,
  problemOf,
  onCommit,
}: {
  label: string
  inputMode: 'numeric' | 'decimal'
  /** The value as it stands. */
  text: string
  unit?: string
  locked: boolean
  /** Why the typed text will be changed, or undefined. */
  problemOf?: (typed: string) => string | undefined
  onCommit: (typed: string) => void
}): ReactNode {
  const [draft, setDraft] = useState<string | null>(null)
  // A bet is on, which has the number that it has.
  if (locked && draft !== null) setDraft(null)
  const commit = (): void => {
    if (draft !== null) onCommit(draft)
    setDraft(null)
  }
  return (
    <TextField
      label={label}
      inputMode={inputMode}
      autoComplete="off"
      enterKeyHint="done"
      value={draft ?? text}
      locked={locked}
      error={draft === null ? undefined : problemOf?.(draft)}
      {...(unit === undefined ? {} : { unit })}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
