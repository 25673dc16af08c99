/** How a player is shown to others: the first and the last letter of the e-mail before its @. */
export function maskedName(email: string): string {
  const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const name = [...letters.segment(email.slice(0, Math.max(0, email.indexOf('@'))))]
  return `${name[0]?.segment ?? '*'}***${name.at(-1)?.segment ?? '*'}`
}
