import { describe, expect, it } from '@jest/globals'
import { loadCommonPasswords } from './passwords.ts'

const common = await loadCommonPasswords()

describe('the list of common passwords', () => {
  it('has 3,000 of them, none of which its length would refuse', () => {
    expect(common.size).toBe(3_000)
    expect([...common].filter((password) => password.length < 8 || password.startsWith('#'))).toEqual([])
  })

  it.each([
    { password: 'password', refused: true },
    { password: '12345678', refused: true },
    { password: 'qwertyuiop', refused: true },
    { password: 'a-long-password-7', refused: false },
    { password: 'passwort-von-mir', refused: false },
    { password: '# Permission is hereby granted', refused: false },
  ])('refuses $password: $refused', ({ password, refused }) => {
    expect(common.has(password)).toBe(refused)
  })
})
