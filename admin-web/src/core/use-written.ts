import { useState } from 'react'

interface Written<Draft> {
  readonly of: string
  readonly draft: Draft
  /** What was sent from here and is not shown yet, in its order. */
  readonly sent: readonly string[]
}

/**
 * What is written in a field that begins with what the page shows. Once the page shows something else, such as by Back or a link, the field does too: what was written and not sent is gone. What `send`
 * was told of comes from this field, whose page may be a few letters behind it: those stay.
 * @param of tells what is shown apart from anything else
 */
export function useWritten<Draft>(
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
