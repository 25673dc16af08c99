import { describe, expect, it } from '@jest/globals'
import { Language } from '@kismet/contracts'
import { writeMail } from './letters.ts'

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
