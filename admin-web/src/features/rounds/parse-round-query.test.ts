import { expect, it } from '@jest/globals'
import { parseRoundQuery } from './parse-round-query.ts'

const id = '0190b2a0-0000-7000-8000-0000000000ff'

it.each([
  { text: '200418', asked: '200418' },
  { text: ' #2,00,418 ', asked: '200418' },
  { text: ` ${id.toUpperCase()}`, asked: id },
  { text: '0', asked: null },
  { text: '1.5', asked: null },
  { text: 'round', asked: null },
  { text: '', asked: null },
])('"$text" asks for $asked', ({ text, asked }) => {
  expect(parseRoundQuery(text)).toEqual(asked)
})
