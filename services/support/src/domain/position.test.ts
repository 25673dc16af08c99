import { describe, expect, it } from '@jest/globals'
import { readPosition, writePosition } from './position.ts'

const id = '019a8f00-0000-7000-8000-000000000001'

describe('a cursor', () => {
  it.each(['open', 'closed', 'newest', 'oldest'] as const)('of %s comes back as it was written', (part) => {
    expect(readPosition(writePosition({ part, id }))).toEqual({ part, id })
  })

  it.each(['', 'open', `other.${id}`, `open.${id}x`, `open.${id.toUpperCase()}`, `\nopen.${id}`])(
    'is not %j',
    (text) => {
      expect(readPosition(text)).toBeUndefined()
    },
  )
})
