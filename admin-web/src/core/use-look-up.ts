import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFieldDraft } from './use-field-draft.ts'

/** What is written in the field, by which name of the address, and what is wrong with it. */
interface Draft<Name> {
  readonly by: Name
  readonly text: string
  readonly problem?: string
}

interface LookUp<Name> extends Draft<Name> {
  readonly write: (draft: Draft<Name>) => void
  /** Shows what is written, also again. */
  readonly show: () => void
  /** What the address asks for. `key` changes with each look. */
  readonly shown: { readonly by: Name; readonly text: string; readonly key: string }
}

/**
 * A form that looks one thing up, which stands in the address under one of some names (the first by default).
 * @param read the text as the address has it; null for any other text
 */
export function useLookUp<Name extends string>(
  names: readonly [Name, ...Name[]],
  read: (text: string) => string | null,
  problem: string,
): LookUp<Name> {
  const [params, setParams] = useSearchParams()
  const [look, setLook] = useState(0)
  const by = names.findLast((name) => params.has(name)) ?? names[0]
  const shown = params.get(by) ?? ''
  const [draft, write, send] = useFieldDraft<Draft<Name>>({ by, text: shown }, `${by} ${shown}`)
  const show = (): void => {
    const text = read(draft.text)
    write(text === null ? { ...draft, problem } : { by: draft.by, text })
    if (text === null) return
    if (draft.by === by && text === shown) {
      setLook(look + 1)
      return
    }
    send(`${draft.by} ${text}`)
    setParams({ [draft.by]: text })
  }
  return { ...draft, write, show, shown: { by, text: shown, key: `${by} ${shown} ${look}` } }
}
