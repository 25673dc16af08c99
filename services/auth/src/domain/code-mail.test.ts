import { describe, expect, it } from '@jest/globals'
import { codeMail } from './code-mail.ts'

describe.each(['signup', 'reset'] as const)('the mail of a %s code', (purpose) => {
  const mail = codeMail(purpose, '012345', 'https://casino.example.in:443000')

  it('has the code as its only run of six digits, in the text and for readers of the HTML', () => {
    expect(mail.text.match(/\d{6}/g)).toEqual(['012345'])
    const shown = mail.html.replace(/<[^>]*>/g, ' ')
    expect(shown.match(/\d{6}/g)).toEqual(['012345'])
    expect(mail.subject).not.toMatch(/\d/)
  })

  it('says how long the code is valid, in ASCII that no encoding breaks up', () => {
    expect(mail.text).toContain('valid for 10 minutes')
    expect(mail.text).toMatch(/^[\n -~]+$/)
    expect(mail.text.split('\n').every((line) => line.length <= 100)).toBe(true)
  })
})

it.each([
  { what: 'links to the app', origin: 'https://casino.example.in', html: 'href="https://casino.example.in"' },
  {
    what: 'escapes what stands in the address',
    origin: 'https://a.in/"><b>',
    html: 'href="https://a.in/&#34;&#62;&#60;b&#62;"',
  },
])('$what', ({ origin, html }) => {
  expect(codeMail('signup', '012345', origin).html).toContain(html)
})

it('has no link where the address of the app is not known', () => {
  expect(codeMail('signup', '012345').html).not.toContain('href')
})
