import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { listDeposits } from '@kismet/contracts'
import { checkStore } from '../src/work/keep-proofs.ts'
import { bucketKeys, FakeBucket } from './fake-bucket.ts'
import { PaymentsStage } from './payments-stage.ts'

const bucket = new FakeBucket()
let stage: PaymentsStage
beforeAll(async () => {
  // Its address is known, and the bucket is away.
  await bucket.open()
  await bucket.close()
  stage = await PaymentsStage.set(undefined, {
    PROOFS_S3_URL: bucket.url,
    PROOFS_S3_REGION: bucketKeys.region,
    PROOFS_S3_KEY_ID: bucketKeys.accessKeyId,
    PROOFS_S3_SECRET: bucketKeys.secretAccessKey,
  })
})
afterAll(async () => {
  await stage.strike()
  await bucket.close()
})

const metric = async () =>
  /^payments_proof_store_up (\d)$/m.exec(await (await stage.fetch('/metrics', undefined)).text())?.[1]

it('payments starts without the store of proofs, refuses deposits, and recovers by itself', async () => {
  const player = stage.tokens.player()
  await checkStore(stage.context)
  expect(await metric()).toBe('0')
  expect((await stage.fetch('/ready', undefined)).status).toBe(200)
  const [requests, started] = [() => stage.value('SELECT count(*) FROM request'), performance.now()]
  const refused = await stage.deposit(player, { key: 'asked-again' })
  expect([refused.status, refused.body.code, await requests()]).toEqual([503, 'unavailable', 0])
  expect(refused.body.message).toContain('was not sent')
  expect(performance.now() - started).toBeLessThan(5_000)
  expect((await stage.call(listDeposits, player, {})).out?.deposits).toEqual([])
  await bucket.open()
  await checkStore(stage.context)
  expect(await metric()).toBe('1')
  expect((await stage.deposit(player, { key: 'asked-again' })).status).toBe(200)
  // The files of the checks are gone.
  expect(bucket.objects.size).toBe(1)
})
