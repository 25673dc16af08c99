import { describe, expect, it } from '@jest/globals'
import { AdminSeals } from './admin-seals.ts'
import type { AdminRecord } from './admin-seals.ts'

const secret = 'a secret of the tests that is long enough'
const next = 'the next secret of the tests, as long'
const seals = new AdminSeals(secret, undefined)
const account: AdminRecord = {
  id: '01900000-0000-7000-8000-000000000001',
  username: 'asha',
  role: 'cashier',
  passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA',
  passwordVersion: 1,
  mustChangePassword: true,
  disabledAtMs: 1_000,
  totpSealed: Buffer.from('sealed'),
  totpMadeAtMs: 2_000,
  totpOnSinceMs: 3_000,
  changedAtMs: 4_000,
}

describe('the seal of an account', () => {
  const changes: Required<AdminRecord> = {
    id: '01900000-0000-7000-8000-000000000002',
    username: 'asha2',
    role: 'owner',
    passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$b3RoZXI',
    passwordVersion: 2,
    mustChangePassword: false,
    disabledAtMs: null,
    totpSealed: null,
    totpMadeAtMs: null,
    totpOnSinceMs: null,
    changedAtMs: 4_001,
  }

  it.each(Object.entries(changes).map(([field, value]) => ({ field, value })))(
    'is that of no other $field',
    ({ field, value }) => {
      expect(seals.secretOf({ ...account, [field]: value }, seals.sealOf(account))).toBeUndefined()
    },
  )

  it.each([
    { what: 'its own', seal: seals.sealOf(account), secretOf: 'now' },
    { what: 'an empty one', seal: Buffer.of(), secretOf: undefined },
    { what: 'that of another secret', seal: new AdminSeals(next, undefined).sealOf(account), secretOf: undefined },
  ])('$what: $secretOf', ({ seal, secretOf }) => {
    expect(seals.secretOf(account, seal)).toBe(secretOf)
  })

  it('under the secret of before is known while that is there, and made no more', () => {
    const changing = new AdminSeals(next, secret)
    expect(changing.secretOf(account, seals.sealOf(account))).toBe('before')
    expect(changing.secretOf(account, changing.sealOf(account))).toBe('now')
    expect(seals.secretOf(account, changing.sealOf(account))).toBeUndefined()
  })
})
