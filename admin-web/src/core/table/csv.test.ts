import { describe, expect, it } from '@jest/globals'
import { csvOf } from './csv.ts'

const columns = [
  { title: 'Player', text: ([name]: readonly [string, string]) => name },
  { title: 'Says, "so"', text: ([, says]: readonly [string, string]) => says },
]

describe('rows as a file', () => {
  it.each([
    { says: '-14590', is: '-14590' },
    { says: '-2067.5', is: '-2067.5' },
    { says: '0', is: '0' },
    { says: '-', is: '' },
    { says: '-1+1', is: "'-1+1" },
    { says: '+5', is: "'+5" },
    { says: '=1', is: "'=1" },
    { says: '-5\n', is: `"'-5\n"` },
  ])('$says in a column of numbers', ({ says, is }) => {
    expect(csvOf([{ title: 'Net', text: String, isNumber: true }], [says])).toBe(`Net\r\n${is}\r\n`)
  })

  it.each([
    { says: 'plain', is: 'plain' },
    { says: 'a, b', is: '"a, b"' },
    { says: 'two\nlines', is: '"two\nlines"' },
    { says: 'a "b"', is: '"a ""b"""' },
    { says: '=1+1', is: "'=1+1" },
    { says: '@cmd, x', is: `"'@cmd, x"` },
    { says: '-5', is: "'-5" },
    { says: '-', is: '' },
    { says: '097741246451', is: '097741246451' },
    { says: '12e5', is: '12e5' },
    { says: '\uff1d1+1', is: "'\uff1d1+1" },
    { says: '', is: '' },
  ])('$says', ({ says, is }) => {
    expect(csvOf(columns, [['asha', says]])).toBe(`Player,"Says, ""so"""\r\nasha,${is}\r\n`)
  })
})
