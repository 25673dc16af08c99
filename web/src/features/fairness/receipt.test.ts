import { expect, it } from '@jest/globals'
import { createSign, generateKeyPairSync, webcrypto } from 'node:crypto'
import { checkReceipt } from './receipt.ts'

Object.defineProperty(globalThis, 'crypto', { value: webcrypto })
const pairOf = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const [own, other] = [pairOf(), pairOf()]
const partOf = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
const jwkOf = ({ publicKey }: ReturnType<typeof pairOf>, kid: string): JsonWebKey =>
  Object.assign(publicKey.export({ format: 'jwk' }), { kid, alg: 'ES256', use: 'sig' }) as JsonWebKey
const ids = { betId: '01940000-0000-7000-8000-000000000008', roundId: '01940000-0000-7000-8000-000000000009' }
const receipt = { ...ids, receivedAt: 1_795_000_000_000, multiplier: 1.5, payout: 750 }
const signed = `${partOf({ alg: 'ES256', typ: 'JWT', kid: '1' })}.${partOf(receipt)}`
const signature = createSign('sha256').update(signed).sign({ key: own.privateKey, dsaEncoding: 'ieee-p1363' })
const text = `${signed}.${signature.toString('base64url')}`
const keys = [jwkOf(other, '2'), jwkOf(own, '1')]

it('a receipt that any published key has signed says what was paid', async () => {
  expect(await checkReceipt(` ${text}\n`, keys)).toEqual(receipt)
})

it('a key that this browser cannot use hides no other key', async () => {
  expect(await checkReceipt(text, [{ kty: 'OKP', crv: 'X' }, ...keys])).toEqual(receipt)
})

it.each([
  ['with another payout', text.replace(partOf(receipt), partOf({ ...receipt, payout: 7_500 })), keys],
  ['of another casino', text, [jwkOf(other, '1')]],
  ['that was cut off', text.slice(0, -4), keys],
  ['that is another text', 'Ünrelated', keys],
])('a receipt %s is refused', async (_, changed, published) => {
  expect(await checkReceipt(changed, published)).toBeNull()
})
