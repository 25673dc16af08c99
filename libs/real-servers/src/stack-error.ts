/** A refusal that a person can act on: its message is one clear sentence and is printed without a stack. */
export class StackError extends Error {
  override readonly name = 'StackError'
}

/** The sentence to print for any failure; a full disk is recognised wherever it was met. */
export function sentenceFor(error: unknown): string {
  if (error instanceof StackError) return error.message
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  if (/ENOSPC|no space left on device/i.test(text))
    return 'The disk is full: free some space and run the command again.'
  return text
}
