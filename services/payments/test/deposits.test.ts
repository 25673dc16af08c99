import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { limits, listDeposits } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { contentFaults } from '../src/pictures/protocol.ts'
import * as files from './files.ts'
import { PaymentsStage } from './payments-stage.ts'
import type { DepositParts } from './payments-stage.ts'

describe('requesting a deposit', () => {
  let stage: PaymentsStage
  beforeAll(async () => {
    stage = await PaymentsStage.set()
  })
  afterAll(() => stage.strike())

  const requestsOf = (player: { id: string }) =>
    stage.value<number>('SELECT count(*) FROM deposit WHERE player_id = $1', [player.id])

  it('stores what was asked, and tells the admins', async () => {
    const player = stage.tokens.player()
    const utr = stage.reference()
    const answer = await stage.deposit(player, { amount: '1234.50', utr: ` ${utr.slice(0, 4)}-${utr.slice(4)} ` })
    const id = answer.body.deposit._id
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      success: true,
      message: expect.any(String),
      deposit: {
        _id: id,
        user: player.id,
        amount: 1234.5,
        method: 'UPI',
        utr: `${utr.slice(0, 4)}-${utr.slice(4)}`,
        proof: `/api/deposit-requests/${id}/proof`,
        status: 'pending',
        adminReason: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    })
    const { out } = await stage.call(listDeposits, player, {})
    expect(out).toEqual({ deposits: [answer.body.deposit], nextCursor: null })
    await eventually('admins are told', () => stage.signals.queue.some(({ deposits }) => deposits > 0))
  })

  it.each([
    { what: 'an amount that is none', parts: { amount: 'free', utr: '' }, message: 'Enter a valid amount' },
    { what: 'a third decimal', parts: { amount: '100.001' }, message: 'Enter a valid amount' },
    { what: 'too little', parts: { amount: '99.99' }, message: 'Minimum deposit amount is ₹100' },
    { what: 'too much', parts: { amount: '10000.01' }, message: 'Maximum deposit amount is ₹10,000' },
    { what: 'no reference', parts: { utr: ' ' }, message: 'Enter your UTR/Reference number' },
    { what: 'no such method', parts: { method: 'upi' }, message: /^Choose a payment method/ },
    { what: 'a wrong reference', parts: { utr: '12' }, message: 'A UPI reference has 12 digits. You have 2.' },
    { what: 'no proof', parts: { proof: undefined }, message: 'Upload a proof of your payment (image or PDF)' },
    { what: 'an empty proof', parts: { proof: Buffer.alloc(0) }, message: /^Upload a proof/ },
    { what: 'HTML named .png', parts: { proof: files.html, fileName: 'x.png' }, message: contentFaults.unknown },
    { what: 'a locked PDF', parts: { proof: files.encryptedPdf() }, message: contentFaults.locked },
    { what: 'a bomb', parts: { proof: files.pngThatClaims(60_000, 60_000) }, message: contentFaults.too_large },
  ] as { what: string; parts: DepositParts; message: string | RegExp }[])(
    'refuses $what',
    async ({ parts, message }) => {
      const player = stage.tokens.player()
      const answer = await stage.deposit(player, parts)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ success: false, code: 'invalid_request' })
      expect(answer.body.message).toMatch(message)
      expect(await requestsOf(player)).toBe(0)
    },
  )

  it('takes a PDF by any name', async () => {
    const answer = await stage.deposit(stage.tokens.player(), { proof: await files.pdfOf(7), fileName: 'receipt.exe' })
    expect(answer.status).toBe(200)
    const [deposit] = (await stage.adminList()).deposits.filter(({ _id }) => _id === answer.body.deposit._id)
    expect(deposit?.proofPages).toBe(5)
  })

  it('takes a proof of exactly 8 MiB and refuses one byte more', async () => {
    const player = stage.tokens.player()
    const image = await files.imageAs('jpeg')
    const filler = Buffer.alloc(limits.deposit.proofMaxBytes - image.length)
    const full = Buffer.concat([image, filler])
    expect((await stage.deposit(player, { proof: full })).status).toBe(200)
    const answer = await stage.deposit(player, { proof: Buffer.concat([full, Buffer.alloc(1)]) })
    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    expect(await requestsOf(player)).toBe(1)
  })

  it('stops reading a body without a length that goes on and on', async () => {
    const { token } = stage.tokens.player()
    const status = await new Promise<number>((resolve, reject) => {
      const sending = httpRequest(stage.address('/api/deposit'), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
      })
      sending.on('response', (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
        sending.destroy()
      })
      sending.on('error', reject)
      sending.write('--b\r\nContent-Disposition: form-data; name="nothing"; filename="x"\r\n\r\n')
      const chunk = Buffer.alloc(64 * 1024)
      const more = () => {
        if (!sending.destroyed) sending.write(chunk, () => setImmediate(more))
      }
      more()
    })
    expect(status).toBe(413)
  })

  it.each([
    { what: 'JSON', type: 'application/json', body: '{"amount":500}' },
    { what: 'a form without a boundary', type: 'multipart/form-data', body: 'amount=500' },
    {
      what: 'a form that is cut off',
      type: 'multipart/form-data; boundary=b',
      body: '--b\r\nContent-Disposition: form',
    },
    {
      what: 'a field twice',
      type: 'multipart/form-data; boundary=b',
      body: ['100', '200']
        .map((amount) => `--b\r\nContent-Disposition: form-data; name="amount"\r\n\r\n${amount}\r\n`)
        .join('')
        .concat('--b--\r\n'),
    },
    {
      what: 'a hundred fields',
      type: 'multipart/form-data; boundary=b',
      body: Array.from({ length: 100 }, (_, index) => index)
        .map((index) => `--b\r\nContent-Disposition: form-data; name="f${index}"\r\n\r\nx\r\n`)
        .join('')
        .concat('--b--\r\n'),
    },
    {
      what: 'a long field',
      type: 'multipart/form-data; boundary=b',
      body: `--b\r\nContent-Disposition: form-data; name="utr"\r\n\r\n${'1'.repeat(3_000)}\r\n--b--\r\n`,
    },
  ])('refuses $what', async ({ type, body }) => {
    const init = { method: 'POST', headers: { 'content-type': type }, body }
    const response = await stage.fetch('/api/deposit', stage.tokens.player(), init)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ success: false, code: 'invalid_request' })
  })

  it.each([
    { who: 'nobody', caller: () => undefined },
    { who: 'an admin', caller: () => stage.tokens.admin() },
  ])('is not for $who', async ({ caller }) => {
    const answer = await stage.post('/api/deposit', caller(), new FormData())
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

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
      expect(new Set(refused.map(({ body }) => `${body.code}: ${body.message}`))).toEqual(
        new Set(['duplicate_utr: This UTR/Reference number has been used already.']),
      )
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

    it('gives the first answer also after the decision', async () => {
      const player = stage.tokens.player()
      const parts = { key: newKey(), utr: stage.reference() }
      const first = await stage.deposit(player, parts)
      await stage.decide(stage.tokens.admin(), first.body.deposit._id, 'approved')
      const again = await stage.deposit(player, { ...parts, fileName: 'renamed.pdf' })
      expect(again.body).toEqual(first.body)
      expect(again.headers.get('idempotency-replayed')).toBe('true')
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

  describe('and its proof', () => {
    it('is a download for its owner and for admins, and not there for others', async () => {
      const owner = stage.tokens.player()
      const { body } = await stage.deposit(owner, { proof: await files.pngWithExif() })
      const path = `/api/deposit-requests/${body.deposit._id}/proof`
      const adminPath = `/api/admin${path.slice('/api'.length)}`
      for (const [address, caller] of [
        [path, owner],
        [adminPath, stage.tokens.admin('auditor')],
      ] as const) {
        const response = await stage.fetch(address, caller)
        expect(response.status).toBe(200)
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': 'image/jpeg',
          'content-disposition': `attachment; filename="proof-${body.deposit._id}-1.jpg"`,
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
        })
        const picture = Buffer.from(await response.arrayBuffer())
        expect(picture.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
        expect(picture.includes(files.secretComment)).toBe(false)
      }
      for (const [address, caller, status] of [
        [path, stage.tokens.player(), 404],
        [path, stage.tokens.admin(), 401],
        [path, undefined, 401],
        [adminPath, owner, 401],
        [`${path}?page=2`, owner, 404],
        [`${path}?page=0`, owner, 400],
        [`${path}?page=x`, owner, 400],
        ['/api/deposit-requests/1/proof', owner, 404],
        ['/api/admin/deposit-requests/0190a000-0000-7000-8000-000000000009/proof', stage.tokens.admin(), 404],
      ] as const)
        expect([address, (await stage.fetch(address, caller)).status]).toEqual([address, status])
    })

    it('has the pages of a PDF one by one', async () => {
      const owner = stage.tokens.player()
      const { body } = await stage.deposit(owner, { proof: await files.pdfOf(2) })
      const fetchPage = async (page: number) => {
        const response = await stage.fetch(`/api/deposit-requests/${body.deposit._id}/proof?page=${page}`, owner)
        return response.status === 200 ? Buffer.from(await response.arrayBuffer()).toString('base64') : response.status
      }
      const pages = await Promise.all([fetchPage(1), fetchPage(2), fetchPage(3)])
      expect(pages[0]).not.toBe(pages[1])
      expect(pages[2]).toBe(404)
    })
  })

  it('counts what it did', async () => {
    const metrics = await (await stage.fetch('/metrics', undefined)).text()
    expect(metrics).toMatch(/payments_deposit_requests_total\{event="submitted"\} \d+/)
    expect(metrics).toMatch(/payments_picture_seconds_count\{kind="png",outcome="ok"\} \d+/)
    expect(metrics).toMatch(/payments_deposit_queue \d+/)
  })
})
