import { expect, it } from '@jest/globals'
import { readSearch } from './search-text.ts'

it.each([
  { text: '1200', amountPaise: 120_000, end: '1200', parts: [] },
  { text: ' 1,200.00 ', amountPaise: 120_000, end: null, parts: [] },
  { text: '₹1200', amountPaise: 120_000, end: null, parts: [] },
  { text: '₹ 1,20,000', amountPaise: 12_000_000, end: null, parts: [] },
  { text: 'Rs. 99.5', amountPaise: 9_950, end: null, parts: [] },
  { text: '500', amountPaise: 50_000, end: null, parts: [] },
  { text: '0', amountPaise: null, end: null, parts: ['0'] },
  { text: '0000', amountPaise: null, end: '0000', parts: [] },
  { text: '4095 1234-5678', amountPaise: null, end: '409512345678', parts: [] },
  { text: 'HDFCR52026', amountPaise: null, end: 'hdfcr52026', parts: ['hdfcr52026'] },
  { text: 'Asha Rao', amountPaise: null, end: null, parts: ['asha rao', 'asharao'] },
  { text: 'asha.rao', amountPaise: null, end: null, parts: ['asha.rao'] },
  { text: "1234':* | 'x", amountPaise: null, end: null, parts: ["1234':* | 'x", "1234':*|'x"] },
  { text: ' - ', amountPaise: null, end: null, parts: [] },
])('a search for "$text" means what its form says', ({ text, ...means }) => {
  expect(readSearch(text)).toEqual(means)
})
