/** The ids that a search names: from one to another, both included. */
export interface IdRange {
  readonly from: string
  readonly to: string
}

const [digits, fewest] = [32, 8]

export const everyId: IdRange = rangeOf('')

/** The ids that begin with a text, hyphens aside; undefined where it is none that would name few: less than 8 digits, or other letters. */
export function idsThatBegin(text: string): IdRange | undefined {
  const bare = text.replaceAll('-', '')
  return /^[0-9a-f]+$/.test(bare) && bare.length >= fewest && bare.length <= digits ? rangeOf(bare) : undefined
}

function rangeOf(beginning: string): IdRange {
  return { from: uuidOf(beginning.padEnd(digits, '0')), to: uuidOf(beginning.padEnd(digits, 'f')) }
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
