import { createPublicKey, verify } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { EpochSecrets } from '@kismet/service-kit/epoch-secrets'
import { Receipts } from './receipts.ts'

const first = { epoch: '1', secret: 'a secret that only the tests know of' }
const later = { epoch: '2', secret: 'a secret that came after the first one' }
const receipt = { betId: 'b', roundId: 'r', receivedAt: 1, multiplier: 2, payout: 200 }

function isSigned(jws: string, keys: Receipts['publicKeys']): boolean {
  const [header = '', body = '', signature = ''] = jws.split('.')
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }
  const jwk = keys.find((key) => key.kid === kid)
  if (jwk === undefined) return false
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${header}.${body}`)
  return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}

it('signs with the key of the newest secret, and publishes those of all secrets without their private parts', async () => {
  const [before, after] = [new Receipts(new EpochSecrets([first])), new Receipts(new EpochSecrets([later, first]))]
  const [old, now] = [await before.sign(receipt), await after.sign(receipt)]
  expect(JSON.parse(Buffer.from(now.split('.')[1] ?? '', 'base64url').toString())).toEqual(receipt)
  expect([isSigned(old, before.publicKeys), isSigned(old, after.publicKeys), isSigned(now, after.publicKeys)]).toEqual([
    ...[true, true, true],
  ])
  expect(isSigned(now, before.publicKeys)).toBe(false)
  expect(after.publicKeys.map(({ kid }) => kid)).toEqual(['2', '1'])
  expect(after.publicKeys.filter((key) => 'd' in key)).toEqual([])
})
