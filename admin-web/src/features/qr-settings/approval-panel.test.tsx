import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import type { AdminRole, WireOutput } from '@kismet/contracts'
import { getApprovalSettings, listPayToAccounts, setApprovalSettings } from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'

afterEach(() => localStorage.clear())

/** A back office with rules of approvals. */
class ApprovalOffice extends BackOffice {
  settings: WireOutput<typeof getApprovalSettings>['settings'] = {
    ...{ secondApprovalAbove: 50_000, withoutRow: 'second_admin', ownStatementDaily: 50_000 },
    ...{ adminDepositDaily: null, adminWithdrawalDaily: null, playerDepositDaily: null, playerWithdrawalDaily: null },
    ...{ version: 'v1', changedBy: null, changedAt: null },
  }

  constructor() {
    super()
    this.answer(getApprovalSettings, () => ok({ settings: this.settings }))
    this.answer(setApprovalSettings, ({ body }) => {
      const { version, ...changed } = body as ApprovalOffice['settings']
      if (version !== this.settings.version) return refuse('settings_changed')
      this.settings = { ...this.settings, ...changed, version: 'v2' }
      return ok({ settings: this.settings })
    })
  }

  /** What the page sent last. */
  get saved(): unknown {
    return this.requestsOf(setApprovalSettings).at(-1)?.body
  }
}

async function open(role: AdminRole = 'owner') {
  const office = new ApprovalOffice()
  const { user, live } = openApp(paths.qrSettings, { office, role })
  const panel = within(await screen.findByRole('region', { name: 'Second approval' }))
  await panel.findByLabelText('Second admin above')
  const field = (name: string) => panel.getByLabelText<HTMLInputElement>(name)
  const type = async (name: string, text: string) => {
    await user.clear(field(name))
    if (text !== '') await user.type(field(name), text)
  }
  const save = () => user.click(panel.getByRole('button', { name: 'Save rules' }))
  const confirm = async () =>
    user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save rules' }))
  return { office, panel, field, type, save, confirm, live, user }
}

const above = 'Second admin above'
const other = { secondApprovalAbove: 10_000, version: 'of another' }

describe('the rules by which two admins have to agree', () => {
  it('are in plain sentences, and what is saved is asked about and told in the same words', async () => {
    const { office, panel, type, save, confirm, user } = await open()
    panel.getByText('Deposits and withdrawals above ₹50,000.00 need two admins.')
    panel.getByText('A deposit without a bank row needs two admins.')
    await type(above, '75,000')
    await type('Own statements per day', '')
    await type('Withdrawals per admin and day', '2,00,000')
    await user.selectOptions(panel.getByLabelText('Deposits without a bank row'), 'One admin')
    await save()
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText('One admin may approve a deposit without a bank row.')
    dialog.getByText('One admin alone approves withdrawals up to ₹2,00,000.00 a day.')
    await confirm()
    await screen.findByText(
      /^One admin may approve a deposit without a bank row\. Deposits and withdrawals above ₹75,000\.00/,
    )
    expect(office.saved).toEqual({
      ...{ secondApprovalAbove: 75_000, withoutRow: 'allowed', ownStatementDaily: null, adminWithdrawalDaily: 200_000 },
      version: 'v1',
    })
    await panel.findByText('One admin alone approves withdrawals up to ₹2,00,000.00 a day.')
  })

  it('that are weaker wait, and the notice says until when and which rules hold now', async () => {
    const { office, panel, field, type, save, confirm } = await open()
    office.answer(listPayToAccounts, () => ok({ accounts: [], delayHours: 24 }))
    office.answer(setApprovalSettings, () => {
      const by = { _id: '0190b2a0-0000-7000-8000-0000000000aa', username: 'some.owner' }
      const times = { at: '2026-11-21T12:12:05.000Z', takesEffectAt: '2026-11-22T12:12:05.000Z' }
      const proposed = { _id: '0190b2a0-0000-7000-8000-0000000000ab', by, ...times }
      const rules = { ownStatementDaily: null }
      office.settings = { ...office.settings, secondApprovalAbove: 20_000, proposed: { ...proposed, rules } }
      return ok({ settings: office.settings })
    })
    await type(above, '20000')
    await type('Own statements per day', '')
    await save()
    await confirm()
    await screen.findByText(
      'Deposits and withdrawals above ₹20,000.00 need two admins. Weaker rules wait for another owner, or until 22 Nov 2026, 17:42.',
    )
    panel.getByText('One admin approves up to ₹50,000.00 a day by rows that only this admin has uploaded.')
    expect(field('Own statements per day').value).toBe('50000')
    const waits = within(await screen.findByRole('region', { name: 'Weaker rules of approvals wait' }))
    const valueOf = (name: string) => waits.getByText(name, { selector: 'dt' }).nextSibling?.textContent
    expect(valueOf('Own statements per day, now')).toBe('₹50,000.00')
    expect(valueOf('Own statements per day, new')).toBe('no limit')
  })

  it('that are weaker alone and wait are not shown as the rules in use', async () => {
    const { office, panel, field, type, save, confirm } = await open()
    office.answer(setApprovalSettings, () => ok({ settings: office.settings }))
    await type('Own statements per day', '90000')
    await save()
    await confirm()
    await waitFor(() => expect(field('Own statements per day').value).toBe('50000'))
    expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Save rules' }).disabled).toBe(true)
  })

  it('that an owner did not change are not sent: they keep the default of the mode', async () => {
    const { office, type, save, confirm } = await open()
    await type(above, '')
    await save()
    await confirm()
    await screen.findByText('No amount needs a second admin.', { selector: '[role] *' })
    expect(office.saved).toEqual({ secondApprovalAbove: null, version: 'v1' })
  })

  it.each(['abc', '-5', '1.2.3'])('are amounts, and not "%s"', async (typed) => {
    const { office, panel, type, save } = await open()
    await type('Deposits per player and day', typed)
    await save()
    panel.getByText('Enter an amount in rupees, or leave it empty.')
    expect(office.saved).toBeUndefined()
  })

  it('of another owner meanwhile are not written over', async () => {
    const { office, panel, type, save, confirm } = await open()
    office.settings = { ...office.settings, ...other }
    await type(above, '75000')
    await save()
    await confirm()
    await screen.findByText('No change was made')
    await panel.findByText('Deposits and withdrawals above ₹10,000.00 need two admins.')
  })

  it('of another owner are not written over when they are read behind the question', async () => {
    const { office, panel, type, save, confirm, live } = await open()
    await type(above, '75000')
    await save()
    await screen.findByRole('dialog')
    office.settings = { ...office.settings, ...other }
    act(() => {
      live.down()
      live.up()
    })
    await panel.findByText('Deposits and withdrawals above ₹10,000.00 need two admins.')
    await confirm()
    await screen.findByText('No change was made')
    expect(office.settings.secondApprovalAbove).toBe(10_000)
  })

  it('that are in force already are told so', async () => {
    const { office, panel, type, save } = await open()
    await type(above, '50000')
    await save()
    panel.getByText('These are the present rules.')
    expect(office.saved).toBeUndefined()
  })

  it('without answer are told as unknown, and read again', async () => {
    const { office, type, save, confirm } = await open()
    office.answer(setApprovalSettings, () => null)
    await type(above, '75000')
    await save()
    await confirm()
    await screen.findByText('The page shows the present setting.')
    expect(office.requestsOf(getApprovalSettings).length).toBeGreaterThan(1)
  })

  it('are read by auditors', async () => {
    const { panel, field } = await open('auditor')
    expect(field(above).readOnly).toBe(true)
    expect(panel.getByLabelText<HTMLSelectElement>('Deposits without a bank row').disabled).toBe(true)
    panel.getByText('read only')
    expect(panel.queryByRole('button', { name: 'Save rules' })).toBeNull()
  })
})
