import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { listPayToAccounts, orderPayTo, postDepositSettings, switchPayTo } from '@kismet/contracts'
import type { AdminRole } from '@kismet/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import type { OpenApp } from '../../testing/open-app.tsx'
import { BackOffice, openApp } from '../../testing/open-app.tsx'
import type { WireAccount } from '../../testing/pay-to.ts'
import { bankAccount, payToAccount, proposalOf, upiTerms } from '../../testing/pay-to.ts'

afterEach(() => localStorage.clear())

const settings = { qrImage: null, utr: null, version: 'v', accounts: [] }

async function openWith(accounts: WireAccount[], role: AdminRole = 'owner', delayHours = 24): Promise<OpenApp> {
  const office = new BackOffice()
  office.answer(listPayToAccounts, () => ok({ accounts, delayHours }))
  office.answer(postDepositSettings, () => ok({ settings, proposed: proposalOf(upiTerms) }))
  office.answer(switchPayTo, () => ok({ accounts }))
  office.answer(orderPayTo, () => ok({ accounts }))
  const app = openApp(paths.qrSettings, { office, role })
  if (accounts.length > 0) await screen.findByRole('table', { name: 'Pay-to accounts' })
  return app
}
const rows = (): string[] =>
  within(screen.getByRole('table', { name: 'Pay-to accounts' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)
const dialog = () => within(screen.getByRole('dialog'))
const sentForms = ({ office }: OpenApp): Record<string, unknown>[] =>
  office.requestsOf(postDepositSettings).map(({ body }) => Object.fromEntries((body as FormData).entries()))
const image = new File([new Uint8Array(10)], 'new.png', { type: 'image/png' })
const choose = (file: File): boolean =>
  fireEvent.change(screen.getByLabelText('QR image (optional)', { selector: 'input' }), { target: { files: [file] } })

describe('the list of accounts', () => {
  it('says what players see, with the sum and the limit of the day', async () => {
    await openWith([
      payToAccount(1, { today: 50_000 }),
      bankAccount(2, { isOn: false }),
      payToAccount(3, { inUse: null, isOn: false, proposed: proposalOf({ ...upiTerms, address: 'new@upi' }) }),
    ])
    expect(rows()[0]).toContain('kismet@upiUPI ID · Kismet GamesUPI₹50,000.00₹50,000.00limit reached')
    expect(rows()[1]).toContain('501002844821Bank account · Kismet GamesIMPS, NEFT, RTGS₹12,500.00no limitoff')
    expect(rows()[2]).toContain('new@upi')
    expect(rows()[2]).toContain('waits')
  })

  it('is read only for an auditor', async () => {
    await openWith([payToAccount(1)], 'auditor')
    expect(rows()).toHaveLength(1)
    expect(screen.getAllByText('read only').length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: /^(Change|Switch|Add|Move)/ })).toBeNull()
  })

  it('takes one move at a time, each from the order that the last one left', async () => {
    const app = await openWith([payToAccount(1), bankAccount(2)])
    const answered = Promise.withResolvers<undefined>()
    app.office.answer(orderPayTo, async () => {
      await answered.promise
      app.office.answer(listPayToAccounts, () => ok({ accounts: [bankAccount(2), payToAccount(1)], delayHours: 24 }))
      return ok({ accounts: [bankAccount(2), payToAccount(1)] })
    })
    await app.user.click(screen.getByRole('button', { name: 'Move 501002844821 up' }))
    const down = (): HTMLElement => screen.getByRole('button', { name: 'Move 501002844821 down' })
    for (const button of screen.getAllByRole('button', { name: /^Move/ }))
      expect(button).toHaveProperty('disabled', true)
    answered.resolve(undefined)
    await waitFor(() => expect(down()).toHaveProperty('disabled', false))
    await app.user.click(down())
    await waitFor(() => expect(app.office.requestsOf(orderPayTo)).toHaveLength(2))
    expect(app.office.requestsOf(orderPayTo)[1]?.body).toEqual({ ids: [payToAccount(1)._id, bankAccount(2)._id] })
  })

  it('moves an account, and switches it off after a question', async () => {
    const app = await openWith([payToAccount(1), bankAccount(2)])
    await app.user.click(screen.getByRole('button', { name: 'Move 501002844821 up' }))
    expect(await screen.findByText('The order is saved.')).toBeTruthy()
    expect(app.office.requestsOf(orderPayTo)[0]?.body).toEqual({ ids: [bankAccount(2)._id, payToAccount(1)._id] })
    await app.user.click(screen.getAllByRole('button', { name: 'Switch off' })[0] ?? document.body)
    expect(screen.getByRole('dialog').textContent).toContain(
      'players no longer see this account. A waiting change of this account is withdrawn.',
    )
    await app.user.click(dialog().getByRole('button', { name: /^Switch off/ }))
    expect(await screen.findByText('The account is off.')).toBeTruthy()
    expect(app.office.requestsOf(switchPayTo)[0]?.body).toEqual({ isOn: false, version: 'v1' })
  })
})

describe('the form of an account', () => {
  it('adds a bank account, and says when players see it', async () => {
    const app = await openWith([payToAccount(1)])
    await app.user.click(screen.getByRole('button', { name: 'Add account' }))
    expect(screen.getByRole('dialog').textContent).toContain(
      'takes effect when another owner confirms it, or by itself after 24 h.',
    )
    await app.user.click(dialog().getByRole('radio', { name: 'Bank account' }))
    await app.user.type(dialog().getByLabelText('Account number'), '5010 0284 4821')
    await app.user.type(dialog().getByLabelText('Name'), 'Kismet Games')
    await app.user.type(dialog().getByLabelText('IFSC'), 'HDFC1')
    await app.user.click(dialog().getByRole('checkbox', { name: 'RTGS' }))
    await app.user.click(dialog().getByRole('button', { name: /^Save account/ }))
    expect(await dialog().findByText(/^The IFSC has 11 characters/)).toBeTruthy()
    expect(sentForms(app)).toEqual([])
    await app.user.clear(dialog().getByLabelText('IFSC'))
    await app.user.type(dialog().getByLabelText('IFSC'), 'hdfc0001234')
    await app.user.click(dialog().getByRole('button', { name: /^Save account/ }))
    expect(await screen.findByText('Change proposed')).toBeTruthy()
    expect(sentForms(app)).toEqual([
      {
        ...{ account: 'new', kind: 'bank', name: 'Kismet Games', utr: '501002844821', ifsc: 'HDFC0001234' },
        ...{ methods: 'IMPS,NEFT', dailyLimit: '' },
      },
    ])
  })

  it('changes a UPI ID with the version that was seen; a new QR image is scanned first', async () => {
    const app = await openWith([payToAccount(1)])
    await app.user.click(screen.getByRole('button', { name: 'Change' }))
    expect(dialog().getByText('Players pay to this UPI ID.')).toBeTruthy()
    choose(new File(['%PDF-1.7'], 'qr.pdf', { type: 'application/pdf' }))
    expect(await dialog().findByText('Choose an image (PNG, JPEG or WebP).')).toBeTruthy()
    choose(image)
    await app.user.click(dialog().getByRole('button', { name: /^Save account/ }))
    expect(await dialog().findByText('Scan the new QR first, then tick the box.')).toBeTruthy()
    expect(sentForms(app)).toEqual([])
    await app.user.click(dialog().getByRole('checkbox'))
    await app.user.click(dialog().getByRole('button', { name: /^Save account/ }))
    expect(await screen.findByText('Change proposed')).toBeTruthy()
    const [sent] = sentForms(app)
    expect(sent).toMatchObject({ account: payToAccount(1)._id, version: 'v1', utr: 'kismet@upi', dailyLimit: '50000' })
    expect(sent?.qrImage).toBeInstanceOf(File)
    expect(sent?.qrChecked).toBeUndefined()
  })

  it('asks about a QR image that pays to another account, and saves it at the second press', async () => {
    const app = await openWith([payToAccount(1)])
    const answers = [refuse('qr_differs', 'The QR code pays to thief@upi.', { params: { paysTo: 'thief@upi' } })]
    app.office.answer(postDepositSettings, () => answers.shift() ?? ok({ settings, proposed: null }))
    await app.user.click(screen.getByRole('button', { name: 'Change' }))
    choose(image)
    await app.user.click(await dialog().findByRole('checkbox'))
    await app.user.click(dialog().getByRole('button', { name: /^Save account/ }))
    expect(await dialog().findByText(/^The QR code pays to thief@upi/)).toBeTruthy()
    await app.user.click(dialog().getByRole('button', { name: /^Save anyway/ }))
    expect(await screen.findByText('Account saved')).toBeTruthy()
    expect(sentForms(app).map(({ qrChecked }) => qrChecked)).toEqual([undefined, 'yes'])
  })

  it('does not save a new UPI ID over a QR image in use that pays to the old one', async () => {
    const app = await openWith([payToAccount(1)])
    const says = 'Upload the QR image of the new UPI ID with it.'
    app.office.answer(postDepositSettings, () => refuse('qr_differs', says, { params: { paysTo: 'kismet@upi' } }))
    await app.user.click(screen.getByRole('button', { name: 'Change' }))
    await app.user.clear(dialog().getByLabelText('UPI ID'))
    await app.user.type(dialog().getByLabelText('UPI ID'), 'new@upi')
    await app.user.click(dialog().getByRole('button', { name: /^Save account/ }))
    expect(await dialog().findByText(says)).toBeTruthy()
    expect(dialog().queryByRole('button', { name: /^Save anyway/ })).toBeNull()
    expect(dialog().getByLabelText('UPI ID')).toHaveProperty('value', 'new@upi')
  })

  it('keeps what is typed when another owner was faster or no answer came', async () => {
    const app = await openWith([payToAccount(1)])
    const answers = [refuse('settings_changed', 'The settings have changed.'), null]
    app.office.answer(postDepositSettings, () => answers.shift() ?? null)
    await app.user.click(screen.getByRole('button', { name: 'Change' }))
    await app.user.type(dialog().getByLabelText('Name'), ' India')
    await app.user.click(dialog().getByRole('button', { name: /^Save account/ }))
    expect(await dialog().findByText('The settings have changed.')).toBeTruthy()
    await app.user.click(dialog().getByRole('button', { name: /^Save account/ }))
    expect(
      await dialog().findByText(/^No answer from the server: your change may still have gone through/),
    ).toBeTruthy()
    await waitFor(() => expect(app.office.requestsOf(listPayToAccounts).length).toBeGreaterThan(1))
    expect(dialog().getByLabelText('Name')).toHaveProperty('value', 'Kismet Games India')
  })
})

it('says that the first account is used at once', async () => {
  const app = await openWith([])
  await app.user.click(await screen.findByRole('button', { name: 'Add account' }))
  expect(screen.getByRole('dialog').textContent).toContain('The change takes effect at once.')
})
