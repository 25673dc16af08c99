/** Reads the list of common passwords: one a line, `#` starts a comment. */
export function readCommonPasswords(text: string): ReadonlySet<string> {
  const lines = text.split('\n').map((line) => line.trim())
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))
}

/** The one rule beside the length (docs/reference/player-api.md): the commonest passwords are refused, however their letters are capitalised. */
export function isTooCommon(password: string, common: ReadonlySet<string>): boolean {
  return common.has(password.toLowerCase())
}
