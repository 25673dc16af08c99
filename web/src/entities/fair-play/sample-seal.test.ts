import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { sampleSeals } from './sample-seal.ts'

describe('a sample seal', () => {
  it.each(Object.values(sampleSeals))('of $word is its hash', ({ word, hash }) =>
    expect(createHash('sha256').update(word).digest('hex')).toBe(hash),
  )
})
