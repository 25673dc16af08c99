import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import type { AdminRole } from '@kismet/contracts'
import { getApprovalSettings, setApprovalSettings } from '@kismet/contracts'
import { act, screen, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'

afterEach(() => localStorage.clear())

/** A back office in which amounts above the one that is set need two admins. */
class ApprovalOffice extends BackOffice {
  settings = { secondApprovalAbove: 50_000 as number | null, version: 'v1', changedBy: null, changedAt: null }

  constructor() {
    super()
    this.answer(getApprovalSettings, () => ok({ settings: this.settings }))
    this.answer(setApprovalSettings, ({ body }) => {
      const { secondApprovalAbove, version } = body as Pick<
        ApprovalOffice['settings'],
        'secondApprovalAbove' | 'version'
      >
      if (version !== this.settings.version) return refuse('settings_changed')
      this.settings = { ...this.settings, secondApprovalAbove, version: 'v2' }
      return ok({ settings: this.settings })
    })
  }
}

async function open(role: AdminRole = 'owner') {
  const office = new ApprovalOffice()
  const { user, live } = openApp(paths.qrSettings, { office, role })
  const panel = within(await screen.findByRole('region', { name: 'Second approval' }))
  const field = await panel.findByLabelText<HTMLInputElement>('Second admin above')
  const save = async (amount: string) => {
    await user.clear(field)
    if (amount !== '') await user.type(field, amount)
    await user.click(panel.getByRole('button', { name: 'Save amount' }))
  }
  const confirm = async () =>
    user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save amount' }))
  return { office, panel, field, save, confirm, live }
}

describe('the amount above which two admins have to agree', () => {
  it.each([
    { typed: '75,000', saved: 75_000, told: 'Deposits and withdrawals above ₹75,000.00 need two admins.' },
    { typed: '', saved: null, told: 'No request needs a second admin.' },
  ])('is set to "$typed" after a question: $saved', async ({ typed, saved, told }) => {
    const { office, panel, save, confirm } = await open()
    panel.getByText('Deposits and withdrawals above ₹50,000.00 need two admins.')
    await save(typed)
    await confirm()
    await panel.findByText(told)
    expect(office.settings.secondApprovalAbove).toBe(saved)
  })

  it.each(['abc', '-5', '1.2.3'])('is no "%s"', async (typed) => {
    const { office, panel, save } = await open()
    await save(typed)
    panel.getByText('Enter an amount in rupees, or leave it empty.')
    expect(office.requestsOf(setApprovalSettings)).toEqual([])
  })

  it('of another owner meanwhile is not written over', async () => {
    const { office, panel, save, confirm } = await open()
    office.settings = { ...office.settings, secondApprovalAbove: 10_000, version: 'of another' }
    await save('75000')
    await confirm()
    await screen.findByText('Error updating settings')
    await panel.findByText('Deposits and withdrawals above ₹10,000.00 need two admins.')
  })

  it('of another owner is not written over when it is read behind the question', async () => {
    const { office, panel, save, confirm, live } = await open()
    await save('75000')
    await screen.findByRole('dialog')
    office.settings = { ...office.settings, secondApprovalAbove: 10_000, version: 'of another' }
    act(() => {
      live.down()
      live.up()
    })
    await panel.findByText('Deposits and withdrawals above ₹10,000.00 need two admins.')
    await confirm()
    await screen.findByText('Error updating settings')
    expect(office.settings.secondApprovalAbove).toBe(10_000)
  })

  it('that is in force already is told so', async () => {
    const { office, panel, save } = await open()
    await save('50000')
    panel.getByText('This is the present amount.')
    expect(office.requestsOf(setApprovalSettings)).toEqual([])
  })

  it('without answer is told as unknown, and read again', async () => {
    const { office, save, confirm } = await open()
    office.answer(setApprovalSettings, () => null)
    await save('75000')
    await confirm()
    await screen.findByText('No answer from the server. The page shows the present setting.')
    expect(office.requestsOf(getApprovalSettings).length).toBeGreaterThan(1)
  })

  it('is read by auditors', async () => {
    const { panel, field } = await open('auditor')
    expect(field.readOnly).toBe(true)
    panel.getByText('read only')
    expect(panel.queryByRole('button', { name: 'Save amount' })).toBeNull()
  })
})
