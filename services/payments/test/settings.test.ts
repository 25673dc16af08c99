import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { getDepositSettings } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { streamKeyHeader } from '@kismet/service-kit/http-app'
import sharp from 'sharp'
import { contentFaults } from '../src/pictures/protocol.ts'
import * as files from './files.ts'
import { PaymentsStage } from './payments-stage.ts'
import type { HttpAnswer } from './payments-stage.ts'

describe('deposit settings', () => {
  let stage: PaymentsStage
  beforeAll(async () => {
    stage = await PaymentsStage.set()
  })
  afterAll(() => stage.strike())

  const path = '/api/admin/deposit-settings'
  const set = (
    parts: { utr?: string; version?: string; qrImage?: Buffer },
    caller = stage.tokens.admin(),
  ): Promise<HttpAnswer> => {
    const form = new FormData()
    if (parts.utr !== undefined) form.set('utr', parts.utr)
    if (parts.version !== undefined) form.set('version', parts.version)
    // These images have no QR code (pay-to.test.ts).
    form.set('qrChecked', 'yes')
    if (parts.qrImage !== undefined) form.set('qrImage', new Blob([new Uint8Array(parts.qrImage)]), 'qr.png')
    return stage.post(path, caller, form)
  }
  const read = async () => (await stage.call(getDepositSettings, undefined, {})).out?.settings

  it('are taken from the gateway alone: who was shown the token of an owner, as other services are, sets nothing', async () => {
    const before = await read()
    const { token } = stage.tokens.admin()
    const form = () => {
      const made = new FormData()
      made.set('utr', 'thief@upi')
      return made
    }
    for (const said of [
      {},
      { [streamKeyHeader]: '' },
      { [streamKeyHeader]: 'another key that is long enough to be one' },
    ]) {
      const headers = { authorization: `Bearer ${token}`, ...said }
      const answer = await fetch(stage.address(path), { method: 'POST', body: form(), headers })
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'forbidden' }])
    }
    expect(await read()).toEqual(before)
    // What watches a service is no stream.
    expect((await fetch(stage.address('/health'))).status).toBe(200)
  })

  it('are empty at first, then what an owner sets, part by part', async () => {
    expect(await read()).toEqual({ qrImage: null, utr: null, version: expect.any(String), accounts: [] })
    const first = await set({ utr: ' kismet@upi ' })
    expect(first).toMatchObject({
      status: 200,
      body: { success: true, settings: { utr: 'kismet@upi', qrImage: null } },
    })
    await set({ qrImage: await files.qrCode(1_200) })
    const settings = await read()
    expect(settings).toEqual({
      utr: 'kismet@upi',
      qrImage: expect.stringMatching(/^\/api\/deposit-settings\/qr\/[0-9a-f]{32}$/),
      version: expect.any(String),
      accounts: [expect.objectContaining({ kind: 'upi', address: 'kismet@upi', methods: ['UPI'] })],
    })
    const response = await stage.fetch(settings?.qrImage ?? '', undefined)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    })
    const picture = Buffer.from(await response.arrayBuffer())
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1_024, height: 1_024 })
    await set({ utr: 'other@upi', qrImage: Buffer.alloc(0) })
    expect(await read()).toMatchObject({ utr: 'other@upi', qrImage: settings?.qrImage })
  })

  it('give a new image a new address, take the old one down, and know an old image again', async () => {
    const addressOf = async (qrImage: Buffer) => {
      await set({ qrImage })
      return (await read())?.qrImage ?? ''
    }
    const statusOf = async (address: string) => (await stage.fetch(address, undefined)).status
    const one = await files.imageAs('png', 100, 100)
    const first = await addressOf(one)
    const second = await addressOf(await files.imageAs('png', 200, 200))
    expect(second).not.toBe(first)
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    expect(await addressOf(one)).toBe(first)
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 404])
  })

  it('are not changed by who has seen others than those in use', async () => {
    await set({ utr: 'seen@upi' })
    const seen = (await read())?.version ?? ''
    const [one, other] = await Promise.all([
      set({ utr: 'one@upi', version: seen }),
      set({ utr: 'other@upi', version: seen, qrImage: await files.imageAs('png', 50, 50) }),
    ])
    const [taken, refused] = one.status === 200 ? [one, other] : [other, one]
    expect([taken.status, refused.status]).toEqual([200, 409])
    expect(refused.body).toMatchObject({ code: 'settings_changed' })
    const inUse = await read()
    expect(taken.body).toMatchObject({ settings: inUse })
    expect((await set({ utr: 'seen@upi', version: inUse?.version ?? '' })).status).toBe(200)
  })

  it('that somebody has written into the database are counted for the alarm, until an owner sets them', async () => {
    await set({ utr: 'ours@upi' })
    const notWritten = async () =>
      /^payments_settings_not_written (\d)$/m.exec(await (await fetch(stage.address('/metrics'))).text())?.[1]
    expect(await notWritten()).toBe('0')
    await stage.owner.query(`UPDATE pay_to_revision SET terms = jsonb_set(terms, '{address}', '"thief@upi"')`)
    expect(await notWritten()).toBe('1')
    await set({ utr: 'ours@upi' })
    expect(await notWritten()).toBe('0')
    // An earlier release wrote fewer fields.
    await set({ qrImage: await files.imageAs('png', 70, 70) })
    const { audit, db } = stage.context
    const row = { action: 'deposit-settings.change', target: 'deposit-settings', detail: { utr: 'ours@upi' } }
    await inTransaction(db, (transaction) => audit.appendOperator(transaction, row, 'command'))
    expect(await notWritten()).toBe('0')
  })

  it('have the image of their version alone', async () => {
    await set({ utr: 'ours@upi', qrImage: await files.imageAs('png', 60, 60) })
    const image = (await read())?.qrImage ?? ''
    const status = async () => (await stage.fetch(image, undefined)).status
    const bytes = (sql: string) => stage.owner.query(`UPDATE qr_image SET bytes = ${sql}`)
    await bytes(`bytes || '\\x00'`)
    expect(await status()).toBe(404)
    await bytes('substr(bytes, 1, length(bytes) - 1)')
    expect(await status()).toBe(200)
  })

  it('leave a row in the audit of each change', async () => {
    const admin = stage.tokens.admin()
    await set({ utr: 'audited@upi' }, admin)
    const { rows } = await stage.owner.query('SELECT * FROM audit ORDER BY sequence DESC LIMIT 1')
    expect(rows).toMatchObject([
      { admin_id: admin.id, action: 'deposit-settings.change', detail: { utr: 'audited@upi', qrUploaded: false } },
    ])
  })

  it.each([
    { what: 'neither', parts: () => Promise.resolve({}), message: 'Enter UTR or upload QR' },
    { what: 'a blank reference', parts: () => Promise.resolve({ utr: ' ' }), message: 'Enter UTR or upload QR' },
    {
      what: 'HTML for an image',
      parts: () => Promise.resolve({ qrImage: files.html }),
      message: contentFaults.not_image,
    },
    { what: 'an SVG', parts: () => Promise.resolve({ qrImage: files.svg }), message: contentFaults.not_image },
    { what: 'a PDF', parts: async () => ({ qrImage: await files.pdfOf(1) }), message: contentFaults.not_image },
    {
      what: 'a damaged image, with a reference',
      parts: async () => ({ utr: 'never@upi', qrImage: await files.truncatedJpeg() }),
      message: contentFaults.damaged,
    },
  ])('refuse $what and stay as they were', async ({ parts, message }) => {
    const before = await read()
    expect(await set(await parts())).toMatchObject({ status: 400, body: { code: 'invalid_request', message } })
    expect(await read()).toEqual(before)
  })

  it('refuse an image that is too large', async () => {
    const maxBytes = 2 * 1024 * 1024
    const answer = await set({ qrImage: Buffer.alloc(maxBytes + 1) })
    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large', params: { maxBytes } } })
  })

  it.each([
    { who: 'a cashier', caller: () => stage.tokens.admin('cashier'), status: 403 },
    { who: 'an auditor', caller: () => stage.tokens.admin('auditor'), status: 403 },
  ])('are not set by $who', async ({ caller, status }) => {
    expect((await set({ utr: 'mine@upi' }, caller())).status).toBe(status)
  })

  it.each(['x', 'a'.repeat(32), 'A'.repeat(32), 'a\u0000', '../../../etc/passwd'])(
    'have no image %j',
    async (version) => {
      const response = await stage.fetch(`/api/deposit-settings/qr/${encodeURIComponent(version)}`, undefined)
      expect(response.status).toBe(404)
    },
  )
})
