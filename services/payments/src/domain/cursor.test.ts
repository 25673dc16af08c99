import { describe, expect, it } from '@jest/globals'
import { listParts, readPosition, writePosition } from './cursor.ts'

const position = { at: 1_767_225_600_000, id: '0190a000-0000-7000-8000-000000000001' }

describe('cursors', () => {
  it('are read as they were written', () => {
    for (const part of listParts)
      expect(readPosition(writePosition({ part, ...position }))).toEqual({ part, ...position })
  })

  it.each([
    '',
    'x',
    '1',
    '1.x',
    `${position.at}.${position.id}`,
    `decided.${position.at}.${position.id}'`,
    `decided.-1.${position.id}`,
    `other.${position.at}.${position.id}`,
    'decided',
    'decided.',
    'other.1',
  ])('"%s" is none', (text) => {
    expect(readPosition(text)).toBeUndefined()
  })
})
