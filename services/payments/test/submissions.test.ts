import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import * as files from './files.ts'
import { PaymentsStage } from './payments-stage.ts'

describe('a deposit is booked once', () => {
  let stage: PaymentsStage
  beforeAll(async () => {
    stage = await PaymentsStage.set()
  })
  afterAll(() => stage.strike())

  const requestsOf = (player: { id: string }) =>
    stage.value<number>('SELECT count(*) FROM request WHERE player_id = $1', [player.id])

  describe('by reference', () => {
    it('takes one of many at a time, whoever sends it and however it is written', async () => {
      const utr = stage.reference()
      const spelt = [utr, `${utr.slice(0, 6)} ${utr.slice(6)}`, `${utr.slice(0, 6)}-${utr.slice(6)}`]
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          stage.deposit(stage.tokens.player(), {
            utr: spelt[index % 3] ?? utr,
            method: index % 2 === 0 ? 'UPI' : 'IMPS',
            replica: index % 2 === 0 ? 0 : 1,
          }),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const refused = answers.filter(({ status }) => status === 409)
      expect(refused).toHaveLength(11)
      expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['duplicate_utr']))
    })

    it('frees it with a rejection, and not with an approval', async () => {
      const player = stage.tokens.player()
      const utr = stage.reference()
      const first = await stage.deposit(player, { utr })
      await stage.decide(stage.tokens.admin(), first.body.deposit._id, 'rejected')
      const second = await stage.deposit(player, { utr })
      expect(second.status).toBe(200)
      await stage.decide(stage.tokens.admin(), second.body.deposit._id, 'approved')
      expect((await stage.deposit(player, { utr })).body.code).toBe('duplicate_utr')
    })

    it('takes zeros before it for nothing, as banks do, also of requests that come at once', async () => {
      const utr = `4${randomBytes(6).readUIntBE(0, 5)}`.padEnd(12, '7').slice(0, 12)
      const long = { utr: `0000${utr}`, method: 'NEFT' }
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          stage.deposit(stage.tokens.player(), {
            ...(index % 2 === 0 ? { utr } : long),
            replica: index % 4 < 2 ? 0 : 1,
          }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)])
      expect((await stage.deposit(stage.tokens.player(), long)).body.code).toBe('duplicate_utr')
    })

    it('compares letters without case', async () => {
      const utr = `sbin${randomBytes(8).toString('hex')}`
      const first = await stage.deposit(stage.tokens.player(), { utr, method: 'NEFT' })
      expect(first).toMatchObject({ status: 200, body: { deposit: { utr } } })
      const second = await stage.deposit(stage.tokens.player(), { utr: utr.toUpperCase(), method: 'RTGS' })
      expect(second.status).toBe(409)
    })
  })

  describe('with an Idempotency-Key', () => {
    const newKey = () => randomBytes(12).toString('hex')

    it('books it once, and gives every other the first answer', async () => {
      const player = stage.tokens.player()
      const parts = { key: newKey(), utr: stage.reference() }
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => stage.deposit(player, { ...parts, replica: index % 2 === 0 ? 0 : 1 })),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(19)
      expect(await requestsOf(player)).toBe(1)
    })

    it('gives the first answer also after the decision, and during maintenance', async () => {
      const player = stage.tokens.player()
      const parts = { key: newKey(), utr: stage.reference() }
      const first = await stage.deposit(player, parts)
      await stage.decide(stage.tokens.admin(), first.body.deposit._id, 'approved')
      const [again, other] = await stage.inMaintenance(() =>
        Promise.all([
          stage.deposit(player, { ...parts, fileName: 'renamed.pdf' }),
          stage.deposit(player, { ...parts, amount: '501' }),
        ]),
      )
      expect(again.body).toEqual(first.body)
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(other.body.code).toBe('idempotency_conflict')
    })

    it.each([
      { what: 'amount', other: { amount: '501' } },
      { what: 'method', other: { method: 'IMPS' } },
      { what: 'reference', other: { utr: '998877665544' } },
      { what: 'proof', other: { proof: files.pngThatClaims(3, 3) } },
    ])('refuses another $what under the same key', async ({ other }) => {
      const player = stage.tokens.player()
      const parts = { key: newKey(), utr: stage.reference() }
      await stage.deposit(player, parts)
      const answer = await stage.deposit(player, { ...parts, ...other })
      expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } })
      expect(await requestsOf(player)).toBe(1)
    })

    it('leaves a key free after a refusal', async () => {
      const player = stage.tokens.player()
      const taken = stage.reference()
      await stage.deposit(stage.tokens.player(), { utr: taken })
      const key = newKey()
      expect((await stage.deposit(player, { key, amount: '1' })).status).toBe(400)
      expect((await stage.deposit(player, { key, proof: files.html })).status).toBe(400)
      expect((await stage.deposit(player, { key, utr: taken })).status).toBe(409)
      const answer = await stage.deposit(player, { key })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('idempotency-replayed')).toBeNull()
    })

    it('keeps the keys of players apart', async () => {
      const key = newKey()
      const answers = [
        await stage.deposit(stage.tokens.player(), { key }),
        await stage.deposit(stage.tokens.player(), { key }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    })

    it.each(['short', 'a'.repeat(65), 'with space!'])('refuses the key "%s"', async (key) => {
      expect(await stage.deposit(stage.tokens.player(), { key })).toMatchObject({ status: 400 })
    })
  })
})
