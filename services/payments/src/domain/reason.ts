/** A reason as it is stored and shown: one that is blank is none; what cannot be stored or shown becomes a space. */
export function readReason(text: string | undefined): string | null {
  const shown = (text ?? '')
    .toWellFormed()
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()
  return shown === '' ? null : shown
}
