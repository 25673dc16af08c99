import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import * as files from './files.ts'
import { PaymentsStage } from './payments-stage.ts'

describe('the proof of a deposit', () => {
  let stage: PaymentsStage
  beforeAll(async () => {
    stage = await PaymentsStage.set()
  })
  afterAll(() => stage.strike())

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
