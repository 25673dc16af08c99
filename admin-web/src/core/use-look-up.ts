import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFieldDraft } from './use-field-draft.ts'

/** The typed text, the URL parameter that it belongs to, and its error. */
interface Draft<Name> {
  readonly by: Name
  readonly text: string
  readonly problem?: string
}

interface LookUp<Name> extends Draft<Name> {
  readonly write: (draft: Draft<Name>) => void
  /** Shows the result of the typed text, also a second time. */
  readonly show: () => void
  /** The search in the URL. `key` changes with each search. */
  readonly shown: { readonly by: Name; readonly text: string; readonly key: string }
}

/**
 * A search form for one record. The URL has the search under one of `names`, by default the first.
 * @param read parses the typed text for the URL. Null for an invalid text
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
