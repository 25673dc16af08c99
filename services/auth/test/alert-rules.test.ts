import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { getAlertRules, ownerAlertLimits, paise, reportMeasures, sendTestAlert, setAlertRules } from '@kismet/contracts'
import type { Input } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { eventually } from '@kismet/test-env/eventually'
import PostalMime from 'postal-mime'
import { AuthWorld } from './auth-world.ts'

const address = 'asha@example.in'
let world: AuthWorld
let token: string
beforeAll(async () => {
  world = await AuthWorld.open({ OWNER_MAILS: address, ADMIN_ORIGIN: 'https://office.kismet.test,http://localhost' })
  token = await world.adminToken()
}, 60_000)
afterAll(() => world.close())

const hourMs = 3_600_000
const rules = { oldestMinutes: 30, ledger: true, rtpPoints: 2.5, largeWin: 50_000 }
const nothingWaits = { count: 0, sumPaise: paise(0), oldest: null }
const report = (change: Partial<Input<typeof reportMeasures>> = {}) =>
  world.as('analytics', reportMeasures, { waiting: nothingWaits, ledger: 'broken', returns: [], wins: [], ...change })
const read = async (nth: number) => PostalMime.parse(await world.mailbox.mail(address, nth))

it('a rule is mailed when it breaks and when it is over, whichever replica of analytics reports', async () => {
  // The mail about the first admin.
  await world.mailbox.mail(address, 1)
  await report()
  const first = await read(2)
  expect(first.subject).toBe('Kismet back office: The ledger does not balance')
  expect(first.text).toContain('https://office.kismet.test/admin/ledger')
  expect(first.html).toContain('<a href="https://office.kismet.test/admin/ledger">')
  expect(await world.call(setAlertRules, rules, { token })).toEqual({ rules })
  expect(await world.call(getAlertRules, {}, { token })).toEqual({ rules, addresses: 1 })
  expect((await read(3)).text).toContain('The rules of alerts were changed.')
  const id = systemRandomness.id(world.clock.now())
  const at = isoTime(world.clock.now() - hourMs)
  const oldest = { kind: 'withdrawal' as const, id, email: 'asha@example.in', amountPaise: paise(250_000), at }
  const waiting = { count: 1, sumPaise: paise(250_000), oldest }
  await Promise.all([report({ waiting }), report({ waiting })])
  const second = await read(4)
  expect(second.subject).toBe('Kismet back office: A withdrawal of ₹2,500 has waited for 60 minutes')
  expect(second.text).toContain(`https://office.kismet.test/admin/withdrawal-requests?id=${id}`)
  expect(second.text).not.toContain('audit log')
  world.clock.advance(2 * hourMs)
  await report({ waiting })
  await eventually('no mail waits', () => world.hasNoMail())
  expect(world.mailbox.count(address)).toBe(4)
  await report({ waiting, ledger: 'clean' })
  expect((await read(5)).subject).toBe('Kismet back office: The ledger balances again')
  await report({ ledger: 'clean' })
  expect((await read(6)).text).toContain('No request waits.')
})

it('an owner sends a test mail', async () => {
  const before = world.mailbox.count(address)
  expect(await world.call(sendTestAlert, {}, { token })).toEqual({ addresses: 1 })
  expect((await read(before + 1)).subject).toBe('Kismet back office: A test of the alerts by mail')
})

it('a limit outside of its range is refused, and a change is in the audit log', async () => {
  await expect(world.call(setAlertRules, { ...rules, oldestMinutes: 4 }, { token })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('Enter 5 to 1,440 minutes.'),
  })
  await expect(world.call(setAlertRules, { ...rules, largeWin: 500 }, { token })).rejects.toMatchObject({
    message: expect.stringContaining('Enter ₹1,000 to ₹1,00,00,000.'),
  })
  // The same rules again write no row and send no mail.
  const before = world.mailbox.count(address)
  expect(await world.call(setAlertRules, rules, { token })).toEqual({ rules })
  await eventually('no mail waits', () => world.hasNoMail())
  expect(world.mailbox.count(address)).toBe(before)
  const rows = await world.rows(`SELECT detail ->> 'after' AS after FROM audit WHERE action = 'alert-settings.change'`)
  const after = { oldestMinutes: 30, ledger: true, rtpPoints: 2.5, largeWinPaise: 5_000_000 }
  expect(rows).toEqual([{ after: JSON.stringify(after) }])
})

describe('large wins', () => {
  const minuteMs = 60_000
  const newId = () => systemRandomness.id(world.clock.now())
  const win = (winnings: number, msAgo = 0) => ({
    ...{
      entryId: newId(),
      reference: newId(),
      playerId: newId(),
      game: 'Dice' as const,
      at: isoTime(world.clock.now() - msAgo),
    },
    ...{ stakePaise: paise(100_000), payoutPaise: paise(100_000 + winnings * 100) },
  })
  const tell = (wins: readonly ReturnType<typeof win>[]) => report({ ledger: 'clean', wins: [...wins] })
  /** The next mail to the owner, which the call sends. */
  const mailOf = async (call: () => Promise<unknown>) => {
    const before = world.mailbox.count(address)
    await call()
    return PostalMime.parse(await world.mailbox.mail(address, before + 1))
  }
  const sendsNone = async (call: () => Promise<unknown>) => {
    const before = world.mailbox.count(address)
    await call()
    await eventually('no mail waits', () => world.hasNoMail())
    expect(world.mailbox.count(address)).toBe(before)
  }
  beforeEach(async () => {
    await world.call(setAlertRules, { oldestMinutes: null, ledger: false, rtpPoints: null, largeWin: 1_000 }, { token })
    await eventually('no mail waits', () => world.hasNoMail())
    world.clock.advance(hourMs)
  })

  it('are all told: a mail names the largest, and the number of the others', async () => {
    const wins = Array.from({ length: 12 }, (_, nth) => win(1_000 + nth))
    const { subject, text } = await mailOf(() => tell(wins))
    expect(subject).toBe('Kismet back office: 12 large wins, ₹12,066 in all, the largest ₹1,011')
    expect(text).toContain('₹1,011')
    expect(text).toContain('₹1,002')
    expect(text).not.toContain('₹1,001')
    expect(text).toContain('And 2 more')
    await sendsNone(() => tell(wins))
  })

  it('of the hour after a mail wait for the next mail, also those that analytics reads late', async () => {
    await mailOf(() => tell([win(5_000)]))
    world.clock.advance(minuteMs)
    await sendsNone(() => tell([win(6_000), win(7_000, 10 * minuteMs)]))
    world.clock.advance(hourMs)
    const { text } = await mailOf(() => tell([win(8_000, 3 * hourMs)]))
    for (const won of ['₹6,000', '₹7,000', '₹8,000']) expect(text).toContain(won)
    expect(text).not.toContain('₹5,000')
  })

  it('are those whose payout less the stake is at the limit', async () => {
    await sendsNone(() => tell([win(999.99)]))
    const player = await world.player()
    const large = { ...win(1_000), playerId: player.id }
    const { subject, text } = await mailOf(() => tell([large]))
    expect(subject).toBe('Kismet back office: A player won ₹1,000 in Dice')
    expect(text).toContain(`₹1,000 in Dice by ${player.email}: stake ₹1,000, payout ₹2,000, on `)
    expect(text).toContain(`https://office.kismet.test/admin/evidence/bet/${large.reference}`)
  })

  it('that wait for a mail are told by the limit of that time', async () => {
    const limitOf = (largeWin: number) =>
      world.call(setAlertRules, { oldestMinutes: null, ledger: false, rtpPoints: null, largeWin }, { token })
    await mailOf(() => tell([win(5_000)]))
    world.clock.advance(minuteMs)
    await sendsNone(() => tell([win(6_000), win(7_500)]))
    await mailOf(() => limitOf(7_000))
    world.clock.advance(hourMs)
    const { text } = await mailOf(() => tell([]))
    expect(text).toContain('₹7,500')
    expect(text).not.toContain('₹6,000')
  })

  it('are forgotten after a week, and an older win is not told', async () => {
    const wins = [win(9_000)]
    await mailOf(() => tell(wins))
    await sendsNone(() => tell([win(9_500)]))
    world.clock.advance(ownerAlertLimits.winsKeptMs + minuteMs)
    await sendsNone(() => tell(wins))
    expect(await world.rows('SELECT 1 FROM large_win')).toEqual([])
  })
})
