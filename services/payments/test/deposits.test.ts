import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { limits, listDeposits } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { fromGateway } from '@kismet/test-env/test-streams'
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
    stage.value<number>('SELECT count(*) FROM request WHERE player_id = $1', [player.id])

  it.each([
    { what: 'a wrong form is wrong also then', parts: { amount: '5' }, status: 400, code: 'invalid_request' },
    { what: 'a right one is refused', parts: {}, status: 503, code: 'maintenance' },
  ])('during maintenance: $what', async ({ parts, status, code }) => {
    const player = stage.tokens.player()
    const answer = await stage.inMaintenance(() => stage.deposit(player, parts))
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await requestsOf(player)).toBe(0)
  })

  it('is refused when maintenance has begun while the form was on its way, and is taken after it', async () => {
    const player = stage.tokens.player()
    const form = new FormData()
    for (const [name, value] of Object.entries({ amount: '500', method: 'UPI', utr: stage.reference() }))
      form.set(name, value)
    form.set('proof', new Blob([new Uint8Array(await files.imageAs('png'))]), 'proof.png')
    const whole = new Response(form)
    const headers = {
      'content-type': whole.headers.get('content-type') ?? '',
      'idempotency-key': 'on-its-way-for-long',
    }
    const bytes = new Uint8Array(await whole.arrayBuffer())
    const begun = Promise.withResolvers<undefined>()
    const closed = Promise.withResolvers<undefined>()
    const body = ReadableStream.from(
      (async function* () {
        yield bytes.subarray(0, 100)
        begun.resolve(undefined)
        await closed.promise
        yield bytes.subarray(100)
      })(),
    )
    const send = (sent: RequestInit['body'] | ReadableStream) =>
      stage.fetch('/api/deposit', player, { method: 'POST', headers, body: sent, duplex: 'half' } as RequestInit)
    const slow = send(body)
    await begun.promise
    const answer = await stage.inMaintenance(() => {
      closed.resolve(undefined)
      return slow
    })
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'maintenance' }])
    expect(await requestsOf(player)).toBe(0)
    expect((await send(bytes)).status).toBe(200)
  })

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
        askedAmount: null,
        betterProof: null,
        note: null,
        method: 'UPI',
        utr: `${utr.slice(0, 4)}-${utr.slice(4)}`,
        proof: `/api/deposit-requests/${id}/proof`,
        proofPages: 1,
        status: 'pending',
        adminReason: null,
        decidedAt: null,
        proofDeletedAt: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    })
    const { out } = await stage.call(listDeposits, player, {})
    expect(out).toEqual({ deposits: [{ ...answer.body.deposit, payTo: null }], nextCursor: null, usualMinutes: null })
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

  it('forgets uploads whose senders have left, those that run and those that wait', async () => {
    const player = stage.tokens.player()
    const begin = () =>
      new Promise<() => Promise<void>>((resolve, reject) => {
        const headers = {
          ...fromGateway,
          authorization: `Bearer ${player.token}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': 1_000,
          expect: '100-continue',
        }
        const sending = httpRequest(stage.address('/api/deposit'), { method: 'POST', headers })
        const closed = new Promise<void>((done) => sending.once('close', done))
        sending.once('error', reject)
        sending.once('continue', () => {
          sending.off('error', reject).on('error', () => undefined)
          sending.write('--b\r\nContent-Disposition: form-data; name="proof"; filename="x"\r\n\r\n')
          resolve(async () => {
            sending.destroy()
            await closed
          })
        })
        sending.flushHeaders()
      })
    const leaving = await Promise.all(Array.from({ length: 12 }, begin))
    // Another's upload passes meanwhile, and when it is done these have come in.
    expect((await stage.deposit(stage.tokens.player())).status).toBe(200)
    for (const leave of leaving.reverse()) await leave()
    expect((await stage.deposit(player)).status).toBe(200)
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
      what: 'a form that is cut off within its proof',
      type: 'multipart/form-data; boundary=b',
      body: '--b\r\nContent-Disposition: form-data; name="proof"; filename="x"\r\n\r\nsome bytes',
    },
    {
      what: 'a form that is cut off within another file',
      type: 'multipart/form-data; boundary=b',
      body: '--b\r\nContent-Disposition: form-data; name="other"; filename="x"\r\n\r\nsome bytes',
    },
    {
      what: 'two proofs',
      type: 'multipart/form-data; boundary=b',
      body: '--b\r\nContent-Disposition: form-data; name="proof"; filename="x"\r\n\r\nsome bytes\r\n'
        .repeat(2)
        .concat('--b--\r\n'),
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
    {
      what: 'a field with U+0000',
      part: Buffer.from('Content-Disposition: form-data; name="utr"\r\n\r\n5\0'),
    },
    {
      what: 'half of a character, which UTF-16 can carry',
      part: Buffer.concat([
        Buffer.from('Content-Type: text/plain; charset=utf-16le\r\nContent-Disposition: form-data; name="utr"\r\n\r\n'),
        Buffer.from('5\ud800', 'utf16le'),
      ]),
    },
  ])('refuses $what as text that cannot be stored, wherever it stands', async ({ part }) => {
    const body = Buffer.concat([Buffer.from('--b\r\n'), part, Buffer.from('\r\n--b--\r\n')])
    const init = { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' }, body }
    for (const [path, caller] of [
      ['/api/deposit', stage.tokens.player()],
      ['/api/admin/deposit-settings', stage.tokens.admin()],
    ] as const) {
      const response = await stage.fetch(path, caller, init)
      const message = 'The form has text that cannot be stored.'
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_request', message }])
    }
  })

  it.each([
    { who: 'nobody', caller: () => undefined },
    { who: 'an admin', caller: () => stage.tokens.admin() },
  ])('is not for $who', async ({ caller }) => {
    const answer = await stage.post('/api/deposit', caller(), new FormData())
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

  it('counts what it did', async () => {
    const metrics = await (await stage.fetch('/metrics', undefined)).text()
    expect(metrics).toMatch(/payments_unbooked\{what="deposit"\} \d+/)
  })
})
