import type { Line } from '../domain/bank/rows.ts'

export const isMt940 = (text: string): boolean => /^:20:/m.test(text) && /^:6[01][FM]?:/m.test(text)

const header = ['Date', 'Narration', 'Reference', 'Debit', 'Credit', 'Balance']
/** `:61:` value date, entry date, side (R: reversed), funds code, amount, type, reference, `//` reference of the bank. */
const entry =
  /^(\d{6})(\d{4})?(R?)([CD])([A-Z]?)(\d{1,12}(?:[,.]\d{0,2})?)([A-Z][A-Z0-9]{3})([^/]*(?:\/(?!\/)[^/]*)*)(?:\/\/(.*))?$/
/** `:60F:` and `:62F:`, the first and the last balance of a message. */
const balance = /^([CD])\d{6}[A-Z]{3}(\d{1,15}(?:[,.]\d{0,2})?)$/

const paiseOf = (amount: string): number => Math.round(Number(amount.replace(',', '.')) * 100)
const rupeesOf = (paise: number): string => (paise / 100).toFixed(2)

/** The fields `:61:text` with the texts that go on in the lines below. */
function fieldsOf(text: string): readonly { readonly tag: string; readonly value: string; readonly line: number }[] {
  const fields: { tag: string; value: string; line: number }[] = []
  for (const [at, said] of text.split(/\r?\n|\r/).entries()) {
    const [, tag, value = ''] = /^:(\d\d[A-Z]?):(.*)$/.exec(said) ?? []
    const last = fields.at(-1)
    if (tag !== undefined) fields.push({ tag, value: value.trim(), line: at + 1 })
    else if (last !== undefined && !/^-\}?/.test(said)) last.value += `\n${said.trim()}`
  }
  return fields
}

/**
 * The lines of a SWIFT MT940 message as a table with a header. The first and the last row of a message have a balance, so that
 * its amounts are checked. An entry that cannot be read is its own amount, which is a fault of its line.
 */
export function linesOfMt940(text: string): Line[] {
  const lines: Line[] = [{ cells: header, line: 1 }]
  let opening: number | undefined
  let current: string[] | undefined
  for (const { tag, value, line } of fieldsOf(text)) {
    const [, side, amount = ''] = balance.exec(value) ?? []
    const paise = side === undefined ? undefined : paiseOf(amount) * (side === 'D' ? -1 : 1)
    if (tag.startsWith('60')) opening = paise
    else if (tag === '86' && current !== undefined) current[1] = `${current[1]}\n${value}`.trim()
    else if (tag.startsWith('62')) {
      if (paise !== undefined && current !== undefined) current[5] = rupeesOf(paise)
      current = undefined
    } else if (tag === '61') {
      current = cellsOf(value)
      const moved = Number(current[4]) - Number(current[3])
      if (opening !== undefined && Number.isFinite(moved)) current[5] = (opening / 100 + moved).toFixed(2)
      opening = undefined
      lines.push({ cells: current, line })
    }
  }
  return lines
}

function cellsOf(value: string): string[] {
  const [first = '', ...below] = value.split('\n')
  const date = first.replace(/^(\d\d)(\d\d)(\d\d).*/, '20$1-$2-$3')
  const [whole, , , reversed = '', side, , amount = '', , own = '', ofBank = ''] = entry.exec(first) ?? []
  if (whole === undefined) return [date, below.join('\n'), '', '', first, '']
  const isCredit = (side === 'C') === (reversed === '')
  const rupees = rupeesOf(paiseOf(amount))
  const reference = [own, ofBank].filter((one) => !/^(NONREF)?$/.test(one)).join(' / ')
  const text = [reversed === '' ? [] : ['REVERSAL'], below].flat().join('\n')
  return [date, text, reference, isCredit ? '' : rupees, isCredit ? rupees : '', '']
}
