import { describe, expect, it } from '@jest/globals'
import { Language, paise } from '@kismet/contracts'
import { writeMail } from './letters.ts'
import type { MoneySubject } from './money-letter.ts'

const signUp = { kind: 'signup', code: '012345', language: 'en' } as const
const kinds = Language.options.flatMap((language) =>
  (['signup', 'reset', 'withdraw_password'] as const).map((purpose) => ({ purpose, language })),
)
const mailOf = ({ purpose, language }: (typeof kinds)[number]) =>
  writeMail({ kind: purpose, code: '012345', lastDigits: '6789', language }, 'https://casino.example.in:44300')

describe.each(kinds)('the mail of a $purpose code in $language', (kind) => {
  const mail = mailOf(kind)

  it('has the code as its only run of six digits, in the text and for readers of the HTML', () => {
    expect(mail.text.match(/\d{6}/g)).toEqual(['012345'])
    const shown = mail.html.replace(/<[^>]*>/g, ' ')
    expect(shown.match(/\d{6}/g)).toEqual(['012345'])
    expect(mail.subject).not.toMatch(/\d/)
  })

  it('says how long the code is valid, and in which language it is', () => {
    expect(mail.text).toContain({ en: 'valid for 10 minutes', hi: '10 मिनट तक मान्य' }[kind.language])
    expect(mail.html).toContain(`<html lang="${kind.language}">`)
    expect(mail.text.split('\n').every((line) => line.length <= 120)).toBe(true)
  })
})

it.each(kinds.filter(({ language }) => language === 'en'))('is ASCII that no encoding breaks up: $purpose', (kind) => {
  expect(mailOf(kind).text).toMatch(/^[\n -~]+$/)
})

it.each(kinds.filter(({ language }) => language === 'hi'))('has no English word but the name: $purpose', (kind) => {
  const { subject, text } = mailOf(kind)
  expect(`${subject} ${text}`.match(/[A-Za-z]+/g)?.filter((word) => word !== 'Kismet')).toEqual([])
})

it('links to the app', () => {
  expect(writeMail(signUp, 'https://casino.example.in').html).toContain('href="https://casino.example.in"')
})

it('has no link where the address of the app is not known', () => {
  expect(writeMail(signUp).html).not.toContain('href')
})

describe('a mail about money', () => {
  const about = { amountPaise: paise(12_345_650), at: '2026-11-29T20:05:00.000Z', language: 'en' } as const
  const asked = { request: '01940000-0000-7000-8000-0000007c4e21', requestedAt: '2026-11-29T19:05:00.000Z' }
  const mail = (more: Pick<MoneySubject, 'kind'> & Partial<MoneySubject>) =>
    writeMail({ ...about, ...asked, ...more }, 'https://casino.example.in')

  it('has what identifies the payment, with the last digits of the reference alone, and a link to its page', () => {
    const { text, html } = mail({ kind: 'deposit_rejected', method: 'UPI', utr: '412788300934' })
    for (const line of ['Method: UPI', 'UTR/reference number: ••••0934', 'Requested: 30 Nov 2026, 12:35 am'])
      expect(text).toContain(line)
    expect(text).toContain('Request id: 7c4e21\n\nhttps://casino.example.in/deposit\n')
    expect(text).not.toContain('412788300934')
    expect(html).toContain('href="https://casino.example.in/deposit"')
  })

  it('says why a better proof is needed, with the note of the admin', () => {
    const { text } = mail({ kind: 'better_proof_asked', proofReason: 'cut_off', reason: 'The date is missing' })
    expect(text).toContain('Reason: Your proof is cut off.\nNote: The date is missing\n')
  })

  it('of a requested withdrawal has the account, and cannot be switched off', () => {
    const { text } = mail({ kind: 'withdrawal_requested', lastDigits: '6789' })
    expect(text).toContain('₹1,23,456.50 to your bank account ••••6789 was requested on 30 Nov 2026, 1:35 am')
    expect(text).toContain('If you did not ask for this withdrawal, set a new password at once')
    expect(text).not.toContain('switch')
  })
})
