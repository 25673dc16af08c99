import { beforeEach, describe, expect, it } from '@jest/globals'
import {
  clearSession,
  concernsSession,
  readLastActivity,
  readSession,
  writeLastActivity,
  writeSession,
} from './storage.ts'

const session = {
  token: 'a.b.c',
  admin: { _id: '0190b2a0-0000-7000-8000-0000000000ff', username: 'asha', role: 'cashier' },
} as const

beforeEach(() => localStorage.clear())

describe('the stored session', () => {
  it('is read as it was written, apart from a player’s', () => {
    writeSession(session)
    expect(readSession()).toEqual(session)
    expect(localStorage.getItem('adminToken')).toBe('a.b.c')
    expect(localStorage.getItem('token')).toBeNull()
  })

  it.each([
    { name: 'nothing', stored: {} },
    { name: 'an empty token', stored: { adminToken: '', admin: JSON.stringify(session.admin) } },
    { name: 'a token alone', stored: { adminToken: 'a.b.c' } },
    { name: 'a player’s token', stored: { token: 'a.b.c', admin: JSON.stringify(session.admin) } },
    { name: 'a damaged admin', stored: { adminToken: 'a.b.c', admin: '{"username":' } },
    {
      name: 'an unknown role',
      stored: { adminToken: 'a.b.c', admin: JSON.stringify({ ...session.admin, role: 'god' }) },
    },
  ])('is none of $name', ({ stored }) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    expect(readSession()).toBeNull()
  })

  it('leaves nothing of either role behind, but for the theme', () => {
    for (const key of ['user', 'token', 'balance']) localStorage.setItem(key, 'x')
    localStorage.setItem('theme', 'light')
    writeSession(session)
    writeLastActivity(1)
    clearSession(session.token)
    expect(Object.keys(localStorage)).toEqual(['theme'])
  })

  it('leaves alone what another tab has logged in with since', () => {
    writeSession({ ...session, token: 'newer' })
    clearSession(session.token)
    expect(readSession()?.token).toBe('newer')
  })

  it.each([
    { key: 'adminToken', concerns: true },
    { key: null, concerns: true },
    { key: 'theme', concerns: false },
    { key: 'adminLastActivity', concerns: false },
  ])('changes with $key: $concerns', ({ key, concerns }) => {
    expect(concernsSession(key)).toBe(concerns)
  })
})

describe('the last activity', () => {
  it.each([
    { text: '1700000000000', ms: 1_700_000_000_000 },
    { text: '-1', ms: null },
    { text: 'soon', ms: null },
  ])('$text: $ms', ({ text, ms }) => {
    localStorage.setItem('adminLastActivity', text)
    expect(readLastActivity()).toBe(ms)
  })
})
