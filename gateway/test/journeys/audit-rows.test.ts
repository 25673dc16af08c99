import { afterAll, beforeAll, expect, it } from '@jest/globals'
import * as contracts from '@kismet/contracts'
import type { OperationShape, StreamRoute } from '@kismet/contracts'
import type { PlayerActor } from '@kismet/test-env/actors'
import { addByOperator } from '@kismet/test-env/add-by-operator'
import { AdminActor, newUtr } from '@kismet/test-env/actors'
import { auditLog } from '@kismet/test-env/audit-log'
import { codeOf } from '@kismet/test-env/authenticator'
import { TestCasino } from '@kismet/test-env/test-casino'
import { notMade } from './calls-not-made.ts'
import { listFiles } from './list-files.ts'
import { ownerCalls } from './owner-audit-rows.ts'
import { payToCalls } from './pay-to-calls.ts'
import { PayoutCalls } from './payout-audit-rows.ts'
import { bankRowCalls, requestCalls } from './request-audit-rows.ts'
import { supportCalls } from './support-audit-rows.ts'

let casino: TestCasino
let owner: AdminActor
let second: AdminActor
let secondId = ''
/** The owner adds the second admin on this day, so both do not count as two people. */
let third: AdminActor
let player: PlayerActor
let [depositId, statementId] = ['', '']
let secret = ''
const firstPassword = 'a-password-of-the-second'
const newPassword = 'another-one-of-the-second'

beforeAll(async () => {
  casino = await TestCasino.create()
  owner = await casino.admin()
  player = await casino.player()
  await player.saveAccount({
    ...{ name: 'Asha Rao', accountNumber: '123456789012', ifsc: 'HDFC0001234', mobile: '9876543210' },
    withdrawPassword: '',
  })
  depositId = await player.requestDeposit({ amount: 5_000 })
  await addByOperator(casino, { username: 'third', role: 'cashier', password: newPassword })
  third = new AdminActor(casino.gatewayUrl)
  await third.login('third', newPassword)
}, 60_000)

afterAll(() => casino.close())

const file = async (stream: StreamRoute, id = '', query = '') =>
  expect(await owner.api.download(stream.route.path.replace(/:\w+/, id) + query)).toMatchObject({ status: 200 })
const form = (fields: Record<string, string | Blob>) => {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.set(name, value)
  return made
}
const correct = async (by = owner) => {
  const asked = { playerId: player.id, amount: 10, account: 'house', reason: 'A round was settled twice' } as const
  return (await by.api.must(contracts.proposeCorrection, asked)).correction._id
}
const suspension = () => ({ id: player.id, reason: 'Two accounts of one person' })
const today = new Date().toISOString().slice(0, 10).split('-').toReversed().join('/')

const actors = () => ({ owner, player, depositId, statementId })
const payouts = new PayoutCalls(actors, (stream, id) => file(stream, id))

/** Each call of an admin that changes something or shows what is private, the row that it leaves, and how it is made; one after the other. */
const calls: readonly (readonly [call: OperationShape | StreamRoute, action: string, make: () => Promise<unknown>])[] =
  [
    ...requestCalls(actors),
    [contracts.adminGetDepositProof, 'deposit.view-proof', () => file(contracts.adminGetDepositProof, depositId)],
    [
      contracts.askBetterProof,
      'deposit.ask-proof',
      () => owner.api.must(contracts.askBetterProof, { id: depositId, reason: 'unreadable' }),
    ],
    [contracts.decideDeposit, 'deposit.approve', () => owner.approve(depositId)],
    ...payouts.all,
    ...ownerCalls(
      () => owner,
      () => depositId,
    ),
    ...listFiles.map(
      ([call, action]) => [call, action, () => file(call, player.id, `?playerId=${player.id}`)] as const,
    ),
    [
      contracts.setApprovalSettings,
      'approval-settings.change',
      () => owner.api.must(contracts.setApprovalSettings, { secondApprovalAbove: 20_000 }),
    ],
    ...payToCalls(() => owner),
    [
      contracts.postBankStatement,
      'bank-statement.read',
      async () => {
        const [utr, similar] = [newUtr(), newUtr()]
        depositId = await player.requestDeposit({ amount: 500, utr })
        const columns = { date: 0, text: 1, reference: 2, credit: 3, debit: 4, amount: null, sign: null, balance: 5 }
        const debit = `${today},NEFT ${payouts.withdrawalId.slice(-12)},,,300.00,1200.00`
        const near = `${today},UPI/${similar},${similar},600.00,,1800.00`
        await player.requestDeposit({
          amount: 600,
          utr: `${similar.slice(0, 6)}${(Number(similar[6]) + 1) % 10}${similar.slice(7)}`,
        })
        const csv = `Date,Narration,Reference,Credit,Debit,Balance\n${today},UPI/${utr},${utr},500.00,,1500.00\n${debit}\n${near}\n`
        const sent = form({ columns: JSON.stringify(columns), fileName: 'bank.csv', statement: new Blob([csv]) })
        const { body } = await owner.api.upload(contracts.postBankStatement, sent)
        statementId = (body.statement as { _id: string })._id
      },
    ],
    ...bankRowCalls(actors, file),
    [contracts.payPayoutMatches, 'withdrawal.approve', () => payouts.payDebit(statementId, owner)()],
    [
      contracts.approveBankMatches,
      'deposit.approve',
      async () => {
        const { rows } = await owner.api.must(contracts.readBankMatches, { id: statementId })
        const pairs = rows.map(({ rowId, request }) => ({ rowId, requestId: request?._id ?? '' }))
        await owner.api.must(contracts.approveBankMatches, { match: 'exact', pairs })
      },
    ],
    [
      contracts.setSiteMaintenance,
      'site-maintenance.set',
      () => owner.api.must(contracts.setSiteMaintenance, { siteMaintenance: false }),
    ],
    ...supportCalls(() => ({ owner, player })),
    [
      contracts.addAdminAccount,
      'admin.create',
      async () => {
        const asked = { username: 'second', role: 'owner', password: firstPassword } as const
        secondId = (await owner.api.must(contracts.addAdminAccount, asked)).admin._id
      },
    ],
    [
      contracts.adminLogin,
      'session.login',
      async () => {
        second = new AdminActor(casino.gatewayUrl)
        const login = { username: 'second', password: firstPassword, newPassword }
        second.api.token = (await second.api.must(contracts.adminLogin, login)).token
      },
    ],
    [
      contracts.addPlayerNote,
      'player.note',
      () => owner.api.must(contracts.addPlayerNote, { id: player.id, text: 'Called twice' }),
    ],
    [contracts.suspendPlayer, 'player.suspend', () => owner.api.must(contracts.suspendPlayer, suspension())],
    [
      contracts.liftSuspension,
      'player.lift',
      async () => {
        await owner.api.must(contracts.liftSuspension, suspension())
        const { email, password } = player
        player.api.token = (await player.api.must(contracts.login, { email, password })).token
      },
    ],
    [
      contracts.adminEndPlayerSessions,
      'player.end-sessions',
      () => owner.api.must(contracts.adminEndPlayerSessions, { id: player.id }),
    ],
    [contracts.proposeCorrection, 'correction.propose', () => correct()],
    [
      contracts.approveCorrection,
      'correction.approve',
      async () => second.api.must(contracts.approveCorrection, { id: await correct(third) }),
    ],
    [
      contracts.rejectCorrection,
      'correction.reject',
      async () => second.api.must(contracts.rejectCorrection, { id: await correct() }),
    ],
    [
      contracts.confirmTotp,
      'admin.totp',
      async () => {
        ;({ secret } = await second.api.must(contracts.beginTotp, { password: newPassword }))
        await second.api.must(contracts.confirmTotp, { code: codeOf(secret, Date.now()) })
      },
    ],
    [
      contracts.turnOffTotp,
      'admin.totp',
      // The code of now is used up; that of the next half minute is taken, too.
      () =>
        second.api.must(contracts.turnOffTotp, { password: newPassword, code: codeOf(secret, Date.now() + 30_000) }),
    ],
    [
      contracts.endOwnSessions,
      'admin.end-sessions',
      async () => {
        await new AdminActor(casino.gatewayUrl).login('second', newPassword)
        await second.api.must(contracts.endOwnSessions, {})
      },
    ],
    [
      contracts.changeAdminPassword,
      'admin.change-password',
      () =>
        second.api.must(contracts.changeAdminPassword, { currentPassword: newPassword, newPassword: firstPassword }),
    ],
    [
      contracts.adminLogout,
      'session.logout',
      async () => {
        await second.login('second', firstPassword)
        await second.api.must(contracts.adminLogout, {})
      },
    ],
    [
      contracts.endAdminSessions,
      'admin.end-sessions',
      async () => {
        await second.login('second', firstPassword)
        await owner.api.must(contracts.endAdminSessions, { id: secondId })
      },
    ],
    [
      contracts.setAdminRole,
      'admin.role',
      () => owner.api.must(contracts.setAdminRole, { id: secondId, role: 'cashier' }),
    ],
    [
      contracts.resetAdminTotp,
      'admin.reset-totp',
      async () => {
        await second.login('second', firstPassword)
        ;({ secret } = await second.api.must(contracts.beginTotp, { password: firstPassword }))
        await second.api.must(contracts.confirmTotp, { code: codeOf(secret, Date.now()) })
        await owner.api.must(contracts.resetAdminTotp, { id: secondId })
      },
    ],
    [
      contracts.resetAdminPassword,
      'admin.reset-password',
      () => owner.api.must(contracts.resetAdminPassword, { id: secondId }),
    ],
    [
      contracts.setAdminDisabled,
      'admin.disable',
      () => owner.api.must(contracts.setAdminDisabled, { id: secondId, disabled: true }),
    ],
    [
      contracts.setAdminRules,
      'admin-rules.two-step-login',
      async () => {
        const { secret: own } = await owner.api.must(contracts.beginTotp, { password: casino.adminLogin.password })
        await owner.api.must(contracts.confirmTotp, { code: codeOf(own, Date.now()) })
        await owner.api.must(contracts.setAdminRules, { totpRequired: true })
      },
    ],
  ]

const nameOf = (call: OperationShape | StreamRoute) => `${call.route?.method ?? 'BUS'} ${call.route?.path ?? ''}`
const isOfAdmins = ({ route }: OperationShape | StreamRoute) => typeof route?.access === 'object'

it('every call of admins that changes something, and every file that they get, is one that leaves a row, or has a reason not to', () => {
  const changing = contracts.operations.filter(({ route }) => route?.method !== 'GET')
  const ofAdmins = [...changing, ...contracts.streamRoutes, contracts.adminLogin].filter(
    (call) => isOfAdmins(call) || call === contracts.adminLogin,
  )
  const known = [...calls, ...notMade].map(([call]) => nameOf(call))
  expect(known.toSorted()).toEqual([...new Set(ofAdmins.map(nameOf))].toSorted())
})

const sinceOf = async () => {
  const { rows } = await auditLog(owner, { limit: 200 })
  return new Set(rows.map(({ service, sequence }) => `${service} ${sequence}`))
}

it.each(calls.map(([call, action, make]) => ({ name: nameOf(call), action, make })))(
  '$name leaves $action',
  async ({ action, make }) => {
    const before = await sinceOf()
    await make()
    const { rows } = await auditLog(owner, { limit: 200 })
    const added = rows.filter(({ service, sequence }) => !before.has(`${service} ${sequence}`))
    expect(added.filter((row) => row.action === action)).toMatchObject([
      { admin: { username: expect.stringMatching(/^(owner|second)$/) }, ip: '127.0.0.1' },
    ])
  },
  30_000,
)

it('logins that are refused are rows of nobody, so many an hour, without what was typed for a name that nobody has', async () => {
  const stranger = new AdminActor(casino.gatewayUrl)
  const wrong = (username: string) =>
    stranger.api.call(contracts.adminLogin, { username, password: 'wrong-password-1' })
  await wrong('owner')
  for (let tries = 0; tries < 25; tries += 1) await wrong(`my-password-${tries}`)
  const { rows } = await auditLog(owner, { action: 'session.refuse-login' })
  const own = rows.filter(({ detail }) => detail.username === 'owner')
  expect(own).toMatchObject([
    { admin: { username: 'nobody' }, detail: { refusal: 'invalid_credentials', passwordRight: false } },
  ])
  expect(rows).toHaveLength(21)
  expect(JSON.stringify(rows)).not.toContain('my-password')
}, 60_000)

it('all chains are in order after all of it', async () => {
  const { states } = await owner.api.must(contracts.checkAuditLog, {})
  expect(states.map(({ fault }) => fault)).toEqual([null, null, null, null])
})
