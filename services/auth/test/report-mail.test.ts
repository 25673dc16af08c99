import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { adminLogin, getReportMail, limits, mailReport, setReportMail } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import PostalMime from 'postal-mime'
import { adminCredentials, AuthWorld } from './auth-world.ts'

let world: AuthWorld
let token: string
beforeAll(async () => {
  world = await AuthWorld.open()
  ;({ token } = await world.call(adminLogin, adminCredentials))
}, 60_000)
afterAll(() => world.close())

const lines = [{ name: 'GGR', value: '₹4,100' }]
const mail = (day: string) => world.as('analytics', mailReport, { day, lines })
const set = (addresses: string[]) => world.call(setReportMail, { addresses }, { token })

it('the report of a day is mailed once to each address of the list', async () => {
  await mail('2026-11-26')
  await set(['Owner@Example.in', 'owner@example.in', 'books@example.in'])
  expect(await world.call(getReportMail, {}, { token })).toEqual({
    addresses: ['books@example.in', 'owner@example.in'],
  })
  await Promise.all([mail('2026-11-27'), mail('2026-11-27'), mail('2026-11-27')])
  const read = await PostalMime.parse(await world.mailbox.mail('owner@example.in', 1))
  expect(read.subject).toBe('Kismet: report of 2026-11-27')
  expect(read.text).toContain('GGR: ₹4,100')
  await world.mailbox.mail('books@example.in', 1)
  await set([])
  await mail('2026-11-28')
  await eventually('no mail waits', () => world.hasNoMail())
  expect(['owner@example.in', 'books@example.in'].map((address) => world.mailbox.count(address))).toEqual([1, 1])
})

it('the list has a limit, and each change is in the audit log', async () => {
  const { mailAddresses } = limits.reports
  const many = Array.from({ length: mailAddresses + 1 }, (_, n) => `a${n}@example.in`)
  await expect(set(many)).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(set(['no-address'])).rejects.toMatchObject({ code: 'invalid_request' })
  const rows = await world.rows(`SELECT detail FROM audit WHERE action = 'report-mail.set' ORDER BY sequence`)
  expect(rows[0]).toEqual({ detail: { before: '', after: 'books@example.in owner@example.in' } })
})
