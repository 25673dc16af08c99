import type { DepositMethod } from './payments.ts'
import type { Parsed } from './parse.ts'
import { plainText } from './plain-text.ts'

interface UtrRule {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly form: RegExp
  readonly says: string
  /** The characters that may stand in it, and how that is said. */
  readonly characters: RegExp
  readonly only: string
  /** Where a payment app shows it. */
  readonly where?: string
  /** What people paste before the reference, and zeros with which a bank fills it up. */
  readonly before?: RegExp
  /** Hyphens may be part of the reference and count for its form. */
  readonly keepsHyphens?: true
}

const names = 'UPI|UTR|RRN|IMPS|NEFT|RTGS|REF(?:ERENCE)?|TXN|TRANSACTION|BANK|NO|NUMBER|ID'
const digits12 = {
  min: 12,
  max: 12,
  form: /^\d{12}$/,
  says: '12 digits',
  characters: /^\d*$/,
  only: '0 to 9',
  where: ' Your payment app calls it UTR or UPI Ref No.',
  before: new RegExp(`^(?:(?:${names})[ .:#/-]*)*(?:0+(?=\\d{12}$))?`),
}
const bank = {
  min: 16,
  max: 22,
  form: /^[A-Z0-9]{16,22}$/,
  says: '16 to 22 letters or digits',
  characters: /^[A-Z0-9]*$/,
  only: 'A to Z and 0 to 9',
  before: new RegExp(`^(?:(?:${names})[ .:#/-]+)+`),
}

/** The form of a reference by method (docs/spec/amendments.md, section 1). */
const rules: Readonly<Record<DepositMethod, UtrRule>> = {
  UPI: { name: 'A UPI', ...digits12 },
  IMPS: { name: 'An IMPS', ...digits12 },
  NEFT: { name: 'An NEFT', ...bank },
  RTGS: { name: 'An RTGS', ...bank },
  CRYPTO: {
    name: 'A CRYPTO',
    min: 10,
    max: 128,
    form: /^[A-Z0-9_:.-]{10,128}$/,
    says: '10 to 128 letters, digits or _ : . -',
    characters: /^[A-Z0-9_:.-]*$/,
    only: 'A to Z, 0 to 9 and _ : . -',
    keepsHyphens: true,
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
  const formed = rule.keepsHyphens === true ? given : normalised
  const { min, max } = rule
  const refused = (fault: 'utr_characters' | 'utr_length', why: string): Parsed<string> => ({
    ok: false,
    message: `${rule.name} reference has ${rule.says}. ${why}`,
    params: { fault, min, max, got: formed.length },
  })
  if (!rule.characters.test(formed)) return refused('utr_characters', `Use only ${rule.only}.${rule.where ?? ''}`)
  if (normalised === '' || !rule.form.test(formed)) return refused('utr_length', `You have ${formed.length}.`)
  return { ok: true, value: normalised }
}
