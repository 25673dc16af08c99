import { describe, expect, it } from '@jest/globals'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { Secrets } from './secrets.ts'

const secrets = new Secrets('a secret of the tests that is long enough')
const { signingKeys } = secrets
const sealed = signingKeys.seal(Buffer.from('plain'), 'kid', systemRandomness)

describe('what is sealed', () => {
  it('opens with the same secret and purpose, and is never sealed the same way twice', () => {
    expect(signingKeys.open(sealed, 'kid').toString()).toBe('plain')
    expect(signingKeys.seal(Buffer.from('plain'), 'kid', systemRandomness).equals(sealed)).toBe(false)
    expect(sealed.includes('plain')).toBe(false)
  })

  it.each([
    {
      what: 'under another secret',
      open: () => new Secrets('another secret of the tests, as long').signingKeys.open(sealed, 'kid'),
    },
    { what: 'as something else', open: () => signingKeys.open(sealed, 'other') },
    {
      what: 'when it was altered',
      open: () => signingKeys.open(Buffer.concat([sealed.subarray(0, -1), Buffer.from([0])]), 'kid'),
    },
    { what: 'when it is cut', open: () => signingKeys.open(sealed.subarray(0, 20), 'kid') },
  ])('does not open $what', ({ open }) => {
    expect(open).toThrow()
  })
})

describe('with the secret of before beside it', () => {
  const next = 'the next secret of the tests, as long'
  const changing = new Secrets(next, 'a secret of the tests that is long enough')

  it('opens what either has sealed, and seals under the new one alone', () => {
    expect(changing.signingKeys.open(sealed, 'kid').toString()).toBe('plain')
    const again = changing.signingKeys.reseal(sealed, 'kid', systemRandomness) ?? Buffer.of()
    expect(new Secrets(next).signingKeys.open(again, 'kid').toString()).toBe('plain')
    expect(() => signingKeys.open(again, 'kid')).toThrow()
    expect(changing.signingKeys.reseal(again, 'kid', systemRandomness)).toBeUndefined()
    expect(() => changing.signingKeys.reseal(sealed, 'other', systemRandomness)).toThrow()
  })

  it('knows codes of both, and makes those of the new one', () => {
    const macs = [new Secrets(next), secrets].map((one) => one.codeMac('signup:a', '123456'))
    expect(changing.codeMacs('signup:a', '123456')).toEqual(macs)
    expect(changing.codeMac('signup:a', '123456')).toBe(macs[0])
    expect(secrets.codeMacs('signup:a', '123456')).toEqual(macs.slice(1))
  })
})

describe('what is kept of a code', () => {
  const mac = secrets.codeMac('signup:a', '123456')
  it.each([
    { what: 'the same code', mac: secrets.codeMac('signup:a', '123456'), same: true },
    { what: 'another code', mac: secrets.codeMac('signup:a', '123457'), same: false },
    { what: 'another purpose', mac: secrets.codeMac('reset:a', '123456'), same: false },
    { what: 'another sign-up', mac: secrets.codeMac('signup:b', '123456'), same: false },
    {
      what: 'another secret',
      mac: new Secrets('another secret of the tests, as long').codeMac('signup:a', '123456'),
      same: false,
    },
  ])('is equal for $what: $same', ({ mac: other, same }) => {
    expect(other === mac).toBe(same)
  })
})

it('names an account without telling it, however it is capitalised', () => {
  expect(secrets.tagOf('A@Example.in')).toBe(secrets.tagOf('a@example.in'))
  expect(secrets.tagOf('a@example.in')).toMatch(/^[0-9a-f]{32}$/)
})
