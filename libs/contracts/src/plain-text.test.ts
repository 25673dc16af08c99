import { describe, expect, it } from '@jest/globals'
import { verifyOtp } from './sign-in.ts'
import { parseInput } from './parse.ts'
import { codeDigits, plainText } from './plain-text.ts'

const invisible = [0x200e, 0x202a, 0x202c, 0x2066, 0x2069, 0x200b, 0x200d, 0xfeff, 0xad].map((code) =>
  String.fromCharCode(code),
)

describe('a pasted text', () => {
  it.each([
    ...invisible.map((character): [string, string] => [`4127${character}8830${character}`, '41278830']),
    ['\u00a04127\u202f8830\t', '4127 8830'],
    ['4127\u20118830', '4127-8830'],
    ['४१२७', '4127'],
    ['৪১২৭', '4127'],
    ['௪௧௨௭', '4127'],
    ['４１２７', '4127'],
  ])('%j is read as %j', (text, plain) => expect(plainText(text)).toBe(plain))

  it.each([
    [' 123456', '123456'],
    ['123 456', '123456'],
    ['473-674', '473674'],
    ['Your code is 473674.', '473674'],
    ['\u200e१२३४५६', '123456'],
  ])('%j has the code %j, for the page and the server', (text, code) => {
    expect(codeDigits(text)).toBe(code)
    const read = parseInput(verifyOtp.input, { email: 'asha@example.in', otp: text })
    expect(read).toEqual({ ok: true, value: { email: 'asha@example.in', otp: code } })
  })
})
