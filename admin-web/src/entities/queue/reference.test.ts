import { describe, expect, it } from '@jest/globals'
import { groupsOfFour, shortId, wholeReference } from './reference.ts'

describe('references', () => {
  it.each([
    { reference: '432876509124', groups: '4328 7650 9124' },
    { reference: 'SBIN426324117745X', groups: 'SBIN 4263 2411 7745 X' },
    { reference: '123', groups: '123' },
    { reference: '4097 9991 2345', groups: '4097 9991 2345' },
    { reference: '4097 99912345', groups: '4097 9991 2345' },
  ])('$reference: $groups', ({ reference, groups }) => {
    expect(groupsOfFour(reference)).toBe(groups)
    expect(groups.replaceAll(' ', '')).toBe(reference.replaceAll(' ', ''))
  })

  it.each([
    ['12345678901', '012345678901'],
    ['123456789', '000123456789'],
    ['412345678901', '412345678901'],
    ['N325261234567890', 'N325261234567890'],
    ['12345678', '12345678'],
    ['none', 'none'],
  ])('%s at a bank is %s', (stored, whole) => expect(wholeReference(stored)).toBe(whole))

  it('an id is told apart by its end', () => {
    expect(shortId('0190b2a0-0000-7000-8000-0000007c4e21')).toBe('7c4e21')
  })
})
