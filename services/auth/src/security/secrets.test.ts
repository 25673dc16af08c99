import { describe, expect, it } from '@jest/globals'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { Secrets } from './secrets.ts'

const secrets = new Secrets(['a secret of the tests that is long enough'])
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
      open: () => new Secrets(['another secret of the tests, as long']).signingKeys.open(sealed, 'kid'),
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

describe('a list of secrets', () => {
  const next = 'the next secret of the tests, as long'
  const changing = new Secrets([next, 'a secret of the tests that is long enough'])

  it('opens what each secret has sealed, and seals with the first', () => {
    expect(changing.signingKeys.open(sealed, 'kid').toString()).toBe('plain')
    const again = changing.signingKeys.seal(changing.signingKeys.open(sealed, 'kid'), 'kid', systemRandomness)
    expect(new Secrets([next]).signingKeys.open(again, 'kid').toString()).toBe('plain')
    expect(() => signingKeys.open(again, 'kid')).toThrow()
    expect(() => changing.signingKeys.open(sealed, 'other')).toThrow()
  })

  it('accepts codes of each secret', () => {
    const macs = [new Secrets([next]), secrets].map((one) => one.codeMacs('signup:a', '123456')[0])
    expect(changing.codeMacs('signup:a', '123456')).toEqual(macs)
    expect(secrets.codeMacs('signup:a', '123456')).toEqual(macs.slice(1))
  })
})

describe('what is kept of a code', () => {
  const mac = secrets.codeMacs('signup:a', '123456')[0]
  it.each([
    { what: 'the same code', mac: secrets.codeMacs('signup:a', '123456')[0], same: true },
    { what: 'another code', mac: secrets.codeMacs('signup:a', '123457')[0], same: false },
    { what: 'another purpose', mac: secrets.codeMacs('reset:a', '123456')[0], same: false },
    { what: 'another sign-up', mac: secrets.codeMacs('signup:b', '123456')[0], same: false },
    {
      what: 'another secret',
      mac: new Secrets(['another secret of the tests, as long']).codeMacs('signup:a', '123456')[0],
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
