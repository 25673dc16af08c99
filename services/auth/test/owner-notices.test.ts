import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { addAdminAccount, mailOwners, resetAdminTotp, setAdminDisabled, setAdminRole } from '@kismet/contracts'
import { setReportMail, setSiteMaintenance } from '@kismet/contracts'
import { createLogger } from '@kismet/service-kit/logger'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { eventually } from '@kismet/test-env/eventually'
import PostalMime from 'postal-mime'
import { adminCredentials, AuthWorld } from './auth-world.ts'

const owners = ['asha@example.in', 'vikram@example.in']
let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open({ OWNER_MAILS: owners.join(', ') })
}, 60_000)
afterAll(() => world.close())

it('all owners are told by mail of a new, a disabled and an enabled admin, and of a changed role', async () => {
  // The first admin, of the environment, was told too.
  const read = async (nth: number) => PostalMime.parse(await world.mailbox.mail('asha@example.in', nth))
  expect((await read(1)).text).toContain(`Admin ${adminCredentials.username}, with the role owner.`)
  const token = await world.adminToken()
  const { admin } = await world.call(addAdminAccount, { username: 'ravi', role: 'cashier' }, { token })
  const added = await read(2)
  expect(added.subject).toBe('Kismet back office: A new admin was added')
  expect(added.text).toContain('Admin ravi, with the role cashier.')
  expect(added.text).toContain(`By ${adminCredentials.username}, on `)
  expect(added.to?.map(({ address }) => address)).toEqual(['asha@example.in'])
  await world.call(setAdminRole, { id: admin._id, role: 'owner' }, { token })
  expect((await read(3)).text).toContain('Admin ravi (cashier), now owner.')
  await world.call(setAdminDisabled, { id: admin._id, disabled: true }, { token })
  const disabled = await read(4)
  expect(disabled.subject).toBe('Kismet back office: An admin was disabled')
  expect(disabled.text).toContain('Admin ravi (owner), now disabled.')
  expect(disabled.text).toContain('./kismet admin enable')
  await world.call(setAdminDisabled, { id: admin._id, disabled: false }, { token })
  expect((await read(5)).subject).toBe('Kismet back office: An admin may log in again')
  // Two-step login is off already.
  await world.call(resetAdminTotp, { id: admin._id }, { token })
  await eventually('no mail waits', () => world.hasNoMail())
  expect(world.mailbox.count('asha@example.in')).toBe(5)
  expect(world.mailbox.count('vikram@example.in')).toBe(5)
})

it('all owners are told of maintenance and of the addresses of the daily report, and not of a repeat', async () => {
  const token = await world.adminToken()
  for (const siteMaintenance of [true, true])
    await world.call(setSiteMaintenance, { siteMaintenance, reason: 'upgrade' }, { token })
  for (const addresses of [
    ['a@example.in', 'b@example.in'],
    ['b@example.in', 'c@example.in'],
    ['c@example.in', 'b@example.in'],
  ])
    await world.call(setReportMail, { addresses }, { token })
  const read = async (nth: number) => (await PostalMime.parse(await world.mailbox.mail('asha@example.in', nth))).text
  // Mails of one moment have no order.
  const texts = [await read(6), await read(7), await read(8)].join()
  expect(texts).toContain('Maintenance is on now. Reason: upgrade')
  expect(texts).toContain('Added: a@example.in, b@example.in.')
  expect(texts).toContain('Added: c@example.in. Removed: a@example.in.')
  await eventually('no mail waits', () => world.hasNoMail())
  expect(world.mailbox.count('asha@example.in')).toBe(8)
})

it('a notice of payments is mailed once for its id, without the markup of its detail', async () => {
  const notice = {
    noticeId: systemRandomness.id(0),
    event: 'pay_to_changed',
    by: 'owner',
    detail: 'Account now: UPI ID <b>thief@upi</b>.',
  } as const
  for (let repeat = 0; repeat < 2; repeat += 1) await world.payments(mailOwners, notice)
  const mail = await PostalMime.parse(await world.mailbox.mail('vikram@example.in', 9))
  expect(mail.text).toContain('<b>thief@upi</b>')
  expect(mail.html).not.toContain('<b>')
  expect(mail.text).toContain('check the audit log')
  await eventually('no mail waits', () => world.hasNoMail())
  expect(world.mailbox.count('vikram@example.in')).toBe(9)
})

it('without addresses the log says that a notice was not mailed', async () => {
  const lines: string[] = []
  await world.service.stop()
  const log = createLogger('auth', 'info', { write: (line) => void lines.push(line) })
  world.service = await world.startReplica({ OWNER_MAILS: '' }, log)
  const notice = { noticeId: systemRandomness.id(0), event: 'approval_settings', by: 'owner', detail: 'none' } as const
  await world.payments(mailOwners, notice)
  await eventually('no mail waits', () => world.hasNoMail())
  const events = lines.map((line) => (JSON.parse(line) as { event?: string }).event)
  expect(events).toContain('owners.no-address')
  expect(events).not.toContain('owners.notice')
})
