import { describe, expect, it } from '@jest/globals'
import { queueParts, readPosition, readQueuePosition, writePosition, writeQueuePosition } from './cursor.ts'

const position = { at: 1_767_225_600_000, id: '0190a000-0000-7000-8000-000000000001' }

describe('cursors', () => {
  it('are read as they were written', () => {
    expect(readPosition(writePosition(position))).toEqual(position)
    for (const part of queueParts)
      expect(readQueuePosition(writeQueuePosition(part, position))).toEqual({ part, after: position })
  })

  it.each([
    '',
    'x',
    '1',
    '1.x',
    `${position.at}.${position.id}'`,
    `-1.${position.id}`,
    'decided',
    'decided.',
    'other.1',
  ])('"%s" is none', (text) => {
    expect(readPosition(text)).toBeUndefined()
    expect(readQueuePosition(text)).toBeUndefined()
  })
})
