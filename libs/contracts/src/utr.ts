import type { DepositMethod } from './pay-to.ts'
import type { Parsed } from './parse.ts'
import { plainText } from './plain-text.ts'

/** Which characters a reference has. `letters`: and digits; `signs`: letters, digits and some signs. */
type Characters = 'digits' | 'letters' | 'signs'

/** The form of a reference. Its hyphens count only among `signs`. */
export interface ReferenceForm {
  readonly characters: Characters
  readonly min: number
  readonly max: number
}

interface UtrRule extends ReferenceForm {
  readonly name: string
  /** What people paste before the reference, and zeros with which a bank fills it up. */
  readonly before?: RegExp
}

const names = 'UPI|UTR|RRN|IMPS|NEFT|RTGS|REF(?:ERENCE)?|TXN|TRANSACTION|BANK|NO|NUMBER|ID'
const digits12 = {
  characters: 'digits',
  min: 12,
  max: 12,
  before: new RegExp(`^(?:(?:${names})[ .:#/-]*)*(?:0+(?=\\d{12}$))?`),
} as const
const bank = {
  characters: 'letters',
  min: 16,
  max: 22,
  before: new RegExp(`^(?:(?:${names})[ .:#/-]+)+`),
} as const

/** The form of a reference by method (docs/spec/amendments.md, section 1). */
const rules: Readonly<Record<DepositMethod, UtrRule>> = {
  UPI: { name: 'A UPI', ...digits12 },
  IMPS: { name: 'An IMPS', ...digits12 },
  NEFT: { name: 'An NEFT', ...bank },
  RTGS: { name: 'An RTGS', ...bank },
  CRYPTO: { name: 'A CRYPTO', characters: 'signs', min: 10, max: 128 },
}

/** The form of a reference of a method, for the field that takes the reference. */
export const referenceForm = (method: DepositMethod): ReferenceForm => rules[method]

/** How characters are tested and said. */
const words: Readonly<Record<Characters, { readonly test: RegExp; readonly what: string; readonly only: string }>> = {
  digits: {
    test: /^\d*$/,
    what: 'digits',
    only: 'Use only 0 to 9. Your payment app calls it UTR or UPI Ref No.',
  },
  letters: { test: /^[A-Z0-9]*$/, what: 'letters or digits', only: 'Use only A to Z and 0 to 9.' },
  signs: {
    test: /^[A-Z0-9_:.-]*$/,
    what: 'letters, digits or _ : . -',
    only: 'Use only A to Z, 0 to 9 and _ : . -.',
  },
}

/** Signs that a copied sentence or a spreadsheet puts around a reference. */
const around = /^['"]+|['".,;]+$/g

/**
 * Checks the form of a payment reference. The value is the normalised one, by which references are compared: without
 * spaces, hyphens, invisible characters and the words before it, letters in upper case. The same text is shown by the
 * form and answered by the server.
 */
export function readUtr(method: DepositMethod, text: string): Parsed<string> {
  const rule = rules[method]
  const named = plainText(text).toUpperCase().replace(around, '')
  const given = (rule.before ? named.replace(rule.before, '') : named).replaceAll(' ', '')
  if (named === '') return { ok: false, message: 'Enter your UTR/Reference number', params: { fault: 'utr_missing' } }
  const normalised = given.replaceAll('-', '')
  const { characters, min, max } = rule
  const formed = characters === 'signs' ? given : normalised
  const { test, what, only } = words[characters]
  const refused = (fault: 'utr_characters' | 'utr_length', why: string): Parsed<string> => ({
    ok: false,
    message: `${rule.name} reference has ${min === max ? min : `${min} to ${max}`} ${what}. ${why}`,
    params: { fault, min, max, got: formed.length },
  })
  if (!test.test(formed)) return refused('utr_characters', only)
  const hasLength = formed.length >= min && formed.length <= max
  if (normalised === '' || !hasLength) return refused('utr_length', `You have ${formed.length}.`)
  return { ok: true, value: normalised }
}

/**
 * Checks the form of the bank's reference of a payout, of any method. UPI and IMPS have 12 digits. NEFT and RTGS have 16
 * to 22 letters or digits. The value is normalised as in `readUtr`.
 */
export function readPaidReference(text: string): Parsed<string> {
  const upi = readUtr('UPI', text)
  const read = upi.ok ? upi : readUtr('NEFT', text)
  if (read.ok) return read
  return { ok: false, message: 'A bank reference has 12 digits, or 16 to 22 letters or digits.' }
}
