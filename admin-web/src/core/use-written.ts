import { useState } from 'react'

/**
 * What is written in a field that begins with what the page shows. Once the page shows something else, such as by Back or a link, the field does too: what was written and not sent is gone.
 * @param of tells what is shown apart from anything else
 */
export function useWritten<Draft>(shown: Draft, of: string): [draft: Draft, write: (draft: Draft) => void] {
  const [written, setWritten] = useState({ after: of, draft: shown })
  return [written.after === of ? written.draft : shown, (draft) => setWritten({ after: of, draft })]
}
