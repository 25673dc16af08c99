import { useState } from 'react'

interface Written<Draft> {
  readonly of: string
  readonly draft: Draft
  /** Texts that were sent and are not shown yet, oldest first. */
  readonly sent: readonly string[]
}

/**
 * The draft of a field that starts with the shown value. When the page shows another value, such as after Back or a link, the
 * draft is replaced. The page can be a few letters behind: a value that this field sent keeps the draft.
 * @param of identifies the shown value
 */
export function useFieldDraft<Draft>(
  shown: Draft,
  of: string,
): [draft: Draft, write: (draft: Draft) => void, send: (of: string) => void] {
  const [kept, setWritten] = useState<Written<Draft>>({ of, draft: shown, sent: [] })
  let written = kept
  if (written.of !== of) {
    const place = written.sent.indexOf(of)
    written = place === -1 ? { of, draft: shown, sent: [] } : { ...written, of, sent: written.sent.slice(place + 1) }
    setWritten(written)
  }
  return [
    written.draft,
    (draft) => setWritten((now) => ({ ...now, draft })),
    (next) => setWritten((now) => (now.sent.at(-1) === next ? now : { ...now, sent: [...now.sent, next] })),
  ]
}
