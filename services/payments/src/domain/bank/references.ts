/** What a bank's row says of the payment: whole references, as references are compared, and shorter parts that may be one that was cut. */
export interface RowReferences {
  readonly utrs: readonly string[]
  readonly parts: readonly string[]
}

const most = 8
const leastOfPart = 8

/** Words that banks write before a number without anything between. */
const wordBefore = /^(?:UPI|IMPS|NEFT|RTGS|RRN|UTR|REFNO|REF|MMT|INB)+(?=[A-Z]{4}[A-Z0-9]{0,3}\d{9}|\d{7})/
const ofBank = /^[A-Z]{4}[A-Z0-9]{0,3}\d{9,18}$/

/** A reference as references are compared with those of a bank: without spaces, hyphens, apostrophes and leading zeros. */
export function comparedUtr(reference: string): string {
  return reference
    .toUpperCase()
    .replace(/[\s'\u2019-]/g, '')
    .replace(/^0+/, '')
}

/** Of UPI and IMPS 12 digits, with any zeros before them; a column of references may have lost those. */
function isWhole(token: string, compared: string, isOfColumn: boolean): boolean {
  if (/^\d+$/.test(token))
    return compared.length <= 12 && (token.length >= 12 ? compared.length >= 9 : isOfColumn && token.length >= 11)
  return ofBank.test(token) && token.length >= 16 && token.length <= 22
}

const isPart = (compared: string): boolean =>
  compared.length >= leastOfPart && compared.length < 22 && /^[A-Z]{0,4}[A-Z0-9]{0,3}\d{4,}$/.test(compared)

/** Finds the references of a row: in a column of their own, or between `/`, `-`, `*` and spaces of its text. */
export function referencesOf(text: string, reference: string): RowReferences {
  const utrs = new Set<string>()
  const parts = new Set<string>()
  const read = (token: string, isOfColumn: boolean) => {
    const bare = token.toUpperCase().replace(wordBefore, '')
    const compared = comparedUtr(bare)
    if (isWhole(bare, compared, isOfColumn)) utrs.add(compared)
    if (isPart(compared)) parts.add(compared)
  }
  // Written in groups.
  read(reference.replace(/[\s'\u2019-]/g, ''), true)
  for (const token of reference.split(/[^A-Za-z0-9]+/)) read(token, true)
  for (const token of text.split(/[^A-Za-z0-9]+/)) read(token, false)
  return { utrs: [...utrs].slice(0, most), parts: [...parts].slice(0, most) }
}
