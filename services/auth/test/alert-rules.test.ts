import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { getAlertRules, reportMeasures, setAlertRules } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import PostalMime from 'postal-mime'
import { AuthWorld } from './auth-world.ts'

const address = 'asha@example.in'
let world: AuthWorld
let token: string
beforeAll(async () => {
  world = await AuthWorld.open({ OWNER_MAILS: address })
  token = await world.adminToken()
}, 60_000)
afterAll(() => world.close())

const hourMs = 3_600_000
const rules = { oldestMinutes: 30, ledger: true, rtpPoints: 2.5, largeWin: 50_000 }
const report = () =>
  world.as('analytics', reportMeasures, {
    ...{ oldestPendingAt: new Date(world.clock.now() - hourMs).toISOString(), ledger: 'broken' },
    ...{ returns: [], wins: [] },
  })

it('a broken rule is mailed to the owners once an hour, whichever replica of analytics reports', async () => {
  // The mail about the first admin.
  await world.mailbox.mail(address, 1)
  await report()
  const first = await PostalMime.parse(await world.mailbox.mail(address, 2))
  expect(first.text).toContain('The ledger does not balance.')
  expect(await world.call(setAlertRules, rules, { token })).toEqual({ rules })
  expect(await world.call(getAlertRules, {}, { token })).toEqual({ rules })
  expect((await PostalMime.parse(await world.mailbox.mail(address, 3))).text).toContain(
    'The rules of alerts were changed.',
  )
  await Promise.all([report(), report()])
  const second = await PostalMime.parse(await world.mailbox.mail(address, 4))
  expect(second.text).toContain('The oldest request has waited for 60 minutes.')
  await eventually('no mail waits', () => world.hasNoMail())
  expect(world.mailbox.count(address)).toBe(4)
  world.clock.advance(hourMs)
  await report()
  await world.mailbox.mail(address, 6)
})

it('a limit outside of its range is refused, and a change is in the audit log', async () => {
  await expect(world.call(setAlertRules, { ...rules, oldestMinutes: 4 }, { token })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('Enter 5 to 1440 minutes.'),
  })
  const rows = await world.rows(`SELECT detail ->> 'after' AS after FROM audit WHERE action = 'alert-settings.change'`)
  const after = { oldestMinutes: 30, ledger: true, rtpPoints: 2.5, largeWinPaise: 5_000_000 }
  expect(rows).toEqual([{ after: JSON.stringify(after) }])
})
