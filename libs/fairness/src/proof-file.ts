import { UnreadableProofError } from './proof-form.ts'

export const largestProofFileBytes: number = 64 * 1024

const startsWith = (bytes: Uint8Array, first: number, second: number): boolean =>
  bytes[0] === first && bytes[1] === second

/** UTF-16 needs its byte order mark. All else is UTF-8, with or without the mark. */
function encodingOf(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  return startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : 'utf-8'
}

/**
 * Reads the bytes of a proof file: JSON in UTF-8 or UTF-16, as editors save it. The page, `kismet-verify` and
 * `kismet_fairness.py` follow the same rule (docs/concepts/fairness.md).
 * @throws UnreadableProofError
 */
export function parseProofFile(bytes: Uint8Array): unknown {
  if (bytes.length > largestProofFileBytes) throw new UnreadableProofError('The file is larger than 64 KiB.')
  let text: string
  try {
    text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableProofError('The file is not text in UTF-8 or UTF-16.')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableProofError('The file is not JSON.')
  }
}
