import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { getDepositSettings } from '@kismet/contracts'
import { streamKeyHeader } from '@kismet/service-kit/http-app'
import { createLogger } from '@kismet/service-kit/logger'
import { LogThrottle } from '@kismet/service-kit/log-throttle'
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
    expect(await read()).toEqual({ qrImage: null, utr: null, version: expect.any(String) })
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
    })
    const response = await stage.fetch(settings?.qrImage ?? '', undefined)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
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

  it('are none while the database says others than an owner has set: nobody pays to what was written past the audit log', async () => {
    await set({ utr: 'ours@upi', qrImage: await files.imageAs('png', 60, 60) })
    const ours = await read()
    const statusOf = async (address: string) => (await stage.fetch(address, undefined)).status
    const none = { utr: null, qrImage: null }
    const theirs = { version: 'e'.repeat(32), bytes: await files.imageAs('png', 70, 70) }
    await stage.context.db.query(
      `INSERT INTO qr_image (version, media_type, bytes, created_at) VALUES ($1, 'image/png', $2, now())`,
      [theirs.version, theirs.bytes],
    )
    for (const [column, value] of [
      ['utr', 'thief@upi'],
      ['qr_version', theirs.version],
    ]) {
      await stage.context.db.query(`UPDATE deposit_settings SET ${column} = $1`, [value])
      expect(await read()).toMatchObject(none)
      expect(await statusOf(`/api/deposit-settings/qr/${theirs.version}`)).toBe(404)
    }
    // What an owner sets then takes nothing of it over.
    expect(await set({ utr: 'ours@upi' })).toMatchObject({ body: { settings: { utr: 'ours@upi', qrImage: null } } })
    const again = await set({ qrImage: await files.imageAs('png', 60, 60) })
    expect(again).toMatchObject({ body: { settings: { utr: 'ours@upi', qrImage: ours?.qrImage } } })
    expect(await read()).toEqual(ours)
    // Nor are other bytes shown in the place of ours.
    const bytes = (sql: string) => stage.owner.query(`UPDATE qr_image SET bytes = ${sql}`)
    await bytes(`bytes || '\\x00'`)
    expect(await statusOf(ours?.qrImage ?? '')).toBe(404)
    await bytes('substr(bytes, 1, length(bytes) - 1)')
    expect(await statusOf(ours?.qrImage ?? '')).toBe(200)
  })

  it('are read by everybody at once while the database says others, whoever holds them, and one line a minute tells of it', async () => {
    await set({ utr: 'ours@upi' })
    const notWritten = async () =>
      /^payments_settings_not_written (\d)$/m.exec(await (await fetch(stage.address('/metrics'))).text())?.[1]
    expect(await notWritten()).toBe('0')
    const lines: string[] = []
    const time = { nowMs: 0 }
    Object.assign(stage.context, {
      log: createLogger('payments', 'error', { write: (line) => void lines.push(line) }),
      telling: new LogThrottle({ now: () => time.nowMs }, 60_000),
    })
    await stage.context.db.query(`UPDATE deposit_settings SET utr = 'thief@upi'`)
    expect(await notWritten()).toBe('1')
    const image = `/api/deposit-settings/qr/${'e'.repeat(32)}`
    const other = await stage.owner.connect()
    await other.query('BEGIN')
    await other.query('SELECT FROM deposit_settings FOR UPDATE')
    const all = Array.from({ length: 50 }, async () => [(await stage.fetch(image, undefined)).status, await read()])
    const answers = await Promise.all(all).finally(() => other.release(true))
    expect(answers).toMatchObject(all.map(() => [404, { utr: null, qrImage: null }]))
    const told = () => lines.map((line) => (JSON.parse(line) as { event: string }).event)
    expect(told()).toEqual(['settings.not-written'])
    time.nowMs = 60_000
    await stage.fetch(image, undefined)
    expect(told()).toEqual(['settings.not-written', 'settings.not-written'])
    await set({ utr: 'ours@upi' })
    expect(await notWritten()).toBe('0')
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

  it.each(['x', 'a'.repeat(32), '../../../etc/passwd'])('have no image %s', async (version) => {
    const response = await stage.fetch(`/api/deposit-settings/qr/${encodeURIComponent(version)}`, undefined)
    expect(response.status).toBe(404)
  })
})
