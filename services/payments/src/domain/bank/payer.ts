/** Where layouts of Indian banks write the name of the payer. */
const layouts: readonly RegExp[] = [
  // HDFC: UPI-<name>-<address>, IMPS-<number>-<name>, NEFT CR-<IFSC>-<name>
  /^UPI-([^-]+)-[^-]*@/i,
  /^IMPS-\d{12}-([^-]+)/i,
  /^NEFT CR-[A-Z]{4}0[A-Z0-9]{6}-([^-]+)/i,
  // SBI, Axis, IDBI: UPI/CR/<number>/<name>, UPI/P2A/<number>/<name>, UPIAR/<number>/CR/<name>
  /\b(?:UPI|IMPS)\/(?:CR|P2A|P2M)\/\d{12}\/([^/]+)/i,
  /^UPIA[RB]\/\d{12}\/CR\/([^/]+)/i,
  // ICICI: MMT/IMPS/<number>/<note>/<name>
  /^MMT\/IMPS\/\d{12}\/[^/]*\/([^/]+)/i,
  // Kotak: UPI/<name>/<number>
  /^UPI\/([^/]+)\/\d{12}(?:\/|$)/i,
  /^(?:NEFT|RTGS)-[A-Z0-9]{16,22}-([^-]+)/i,
  /^NEFT\*[^*]+\*[^*]+\*([^*]+)/i,
  /\bReceived from (.+?) UPI Reference\b/i,
]

const titles = /^(?:MR|MRS|MS|MISS|DR|SHRI|SMT|M)$/
const wordsOf = (name: string): string[] =>
  name
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && !titles.test(word))

/** The name of the payer in the text of a bank row; null when the layout is unknown or has no name there. */
export function payerOf(text: string): string | null {
  const name = layouts.map((layout) => layout.exec(text)?.[1]?.trim()).find((found) => found !== undefined)
  return name === undefined || /\d/.test(name) || wordsOf(name).join('').length < 3 ? null : name
}

/** A shorter word is like an equal word only, except the last word of a name: banks cut names there. */
const leastOfWord = 3
const leastOfLast = 2

/** Whether two names may be of one person. Banks cut names, leave words out and change their order. */
export function isLikeName(one: string, other: string): boolean {
  const [less = [], more = []] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length)
  const isCut = (word: string, whole: string, name: readonly string[]) =>
    whole.startsWith(word) && word.length >= (word === name.at(-1) ? leastOfLast : leastOfWord)
  const isLike = (word: string) =>
    more.some((that) => that === word || isCut(word, that, less) || isCut(that, word, more))
  const isLong = (word: string) => word.length >= leastOfWord
  const isLongLike = (word: string) =>
    more.filter(isLong).some((that) => that.startsWith(word) || word.startsWith(that))
  return less.filter(isLong).some(isLongLike) && less.every(isLike)
}
