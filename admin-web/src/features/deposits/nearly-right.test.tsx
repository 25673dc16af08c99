import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { adminGetDepositProof, askBetterProof, requestHints } from '@kismet/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { detail, news, openPlayer, openQueue, path, sent } from '../../testing/deposit-queue.tsx'
import { deposit } from '../../testing/deposits.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'
import { hintsOfDeposit } from '../../testing/withdrawals.ts'

afterEach(() => localStorage.clear())

const field = (): HTMLInputElement => screen.getByLabelText(/^Another amount arrived/)

describe('an approval with the amount that arrived', () => {
  it('is typed beside the question, and says that it is credited or waits for a second admin', async () => {
    const app = await openQueue()
    await app.user.keyboard('a')
    await app.user.type(field(), '900')
    expect(detail().textContent).toContain(
      '₹900.00 is credited to player1@example.com, or waits for a second admin if the rules need one.',
    )
    within(detail()).getByRole('button', { name: /^Approve ₹900\.00 \(what arrived\)/ })
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(sent(app)).toEqual([{ status: 'approved', amount: 900 }]))
  })

  it('is not called a first approval because of the amount that the player asked for', async () => {
    const office = new BackOffice([deposit(1), deposit(2)])
    const row = { fileName: 'bank.csv', row: 28, amount: 950.5 }
    const bank = { says: 'amount' as const, row, until: '2026-11-22' }
    const hints = [{ hint: 'bank_amount_differs' as const, requests: [] }]
    office.answer(requestHints, () => ok({ ...hintsOfDeposit, hints, bank, secondAdminReasons: ['without_row'] }))
    const app = await openQueue(0, { office })
    await within(detail()).findByText(/₹950\.50/)
    await app.user.keyboard('a')
    within(detail()).getByRole('button', { name: /^Approve ₹950\.50 \(what arrived\)/ })
    within(detail()).getByText('Two admins must approve the asked amount')
    expect(detail().textContent).not.toMatch(/No money moves|needs a second admin/)
    await app.user.clear(field())
    within(detail()).getByRole('button', { name: /^First approval of ₹/ })
  })

  it.each(['0', '10000.01', 'much'])('is not sent with “%s”', async (text) => {
    const app = await openQueue()
    await app.user.keyboard('a')
    await app.user.type(field(), `${text}{Enter}`)
    expect(within(detail()).getByRole('alert').textContent).toBe('Enter an amount from ₹0.01 to ₹10,000')
    expect(sent(app)).toEqual([])
  })

  it('that is far from what the player asked for is not sent by a held Enter', async () => {
    const app = await openQueue()
    await app.user.keyboard('a')
    await app.user.type(field(), '0.50{Enter}')
    expect(within(detail()).getByRole('alert').textContent).toContain('is far from')
    const held = { key: 'Enter', repeat: true, bubbles: true, cancelable: true }
    expect(fireEvent(field(), new KeyboardEvent('keydown', held))).toBe(false)
    expect(fireEvent(field(), new KeyboardEvent('keydown', { ...held, repeat: false }))).toBe(true)
  })

  it('begins with the amount of the bank row', async () => {
    const office = new BackOffice([deposit(1), deposit(2)])
    const hints = [{ hint: 'bank_amount_differs' as const, requests: [] }]
    const row = { fileName: 'bank.csv', row: 28, amount: 950.5 }
    office.answer(requestHints, () =>
      ok({ ...hintsOfDeposit, hints, bank: { says: 'amount', row, until: '2026-11-22' } }),
    )
    const app = await openQueue(0, { office })
    await within(detail()).findByText(/₹950\.50/)
    await app.user.keyboard('a')
    expect(field().value).toBe('950.50')
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(sent(app)).toEqual([{ status: 'approved', amount: 950.5 }]))
  })

  it.each([
    { typed: '', amount: 950.5 },
    { typed: '940', amount: 940 },
  ])('takes the amount of a bank row that is known later, unless one is typed: “$typed”', async ({ typed, amount }) => {
    const office = new BackOffice([deposit(1), deposit(2)])
    const row = { fileName: 'bank.csv', row: 28, amount: 950.5 }
    const looked = Promise.withResolvers<undefined>()
    office.answer(requestHints, async () => {
      await looked.promise
      const hints = [{ hint: 'bank_amount_differs' as const, requests: [] }]
      return ok({ ...hintsOfDeposit, hints, bank: { says: 'amount', row, until: '2026-11-22' } })
    })
    const app = await openQueue(0, { office })
    await app.user.keyboard('a')
    if (typed !== '') await app.user.type(field(), typed)
    expect(field().value).toBe(typed)
    looked.resolve(undefined)
    await within(detail()).findAllByText(/Bank has ₹950\.50/)
    expect(field().value).toBe(typed === '' ? '950.50' : typed)
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(sent(app)).toEqual([{ status: 'approved', amount }]))
  })

  it('begins with the amount of the first approval, which the request says', async () => {
    const firstApproval = { by: 'ravi', at: '2026-11-21T12:00:00.000Z', amount: 900 }
    const app = await openQueue(0, { office: new BackOffice([deposit(1, { firstApproval })]) })
    within(detail()).getByText('ravi approved ₹900.00 first.')
    await app.user.keyboard('a{Enter}')
    await waitFor(() => expect(sent(app)).toEqual([{ status: 'approved', amount: 900 }]))
  })

  it('without another amount credits what the player asked for', async () => {
    const app = await openQueue()
    await app.user.keyboard('a{Enter}')
    await waitFor(() => expect(sent(app)).toEqual([{ status: 'approved' }]))
  })
})

describe('a better proof', () => {
  const awaited = { reason: 'unreadable', note: null, askedAt: '2026-11-21T12:10:00.000Z', sentAt: null } as const

  it('is asked for with a reason and a note, and says so in the list', async () => {
    const app = await openQueue()
    app.office.answer(askBetterProof, ({ params, body }) => {
      const asked = deposit(1, { betterProof: { ...awaited, ...(body as { reason: 'cut_off' }) }, betterProofsLeft: 2 })
      app.office.pending = [asked, ...app.office.pending.slice(1)]
      return params.id === asked._id ? ok({ deposit: asked }) : refuse('not_found')
    })
    app.office.pending = [deposit(1, { betterProofsLeft: 3 }), ...app.office.pending.slice(1)]
    news(app)
    await app.user.click(await within(detail()).findByRole('button', { name: 'Ask for a better proof' }))
    const question = within(await screen.findByRole('dialog', { name: 'Ask for a better proof?' }))
    question.getByText('3 of 3 left for this request')
    expect(document.activeElement).toBe(question.getByLabelText('Reason'))
    await app.user.selectOptions(question.getByLabelText('Reason'), 'The proof is cut off')
    await app.user.type(question.getByLabelText('Note for the player'), 'The date is missing')
    await app.user.click(question.getByRole('button', { name: /^Ask/ }))
    await screen.findByText('player1@example.com is asked for a better proof')
    const note = 'The date is missing'
    expect(app.office.requestsOf(askBetterProof).map(({ body }) => body)).toEqual([{ reason: 'cut_off', note }])
    await within(detail()).findByText(/^Better proof requested on/)
    expect(within(detail()).queryByRole('button', { name: 'Ask for a better proof' })).toBeNull()
    screen.getByText('Better proof requested')
  })

  it('in own words needs a note', async () => {
    const app = await openQueue(0, { office: new BackOffice([deposit(1, { betterProofsLeft: 1 })]) })
    await app.user.click(within(detail()).getByRole('button', { name: 'Ask for a better proof' }))
    const question = within(await screen.findByRole('dialog'))
    await app.user.selectOptions(question.getByLabelText('Reason'), 'see_note')
    await app.user.click(question.getByRole('button', { name: /^Ask/ }))
    await question.findByText('Say in your own words what is wrong with the proof.')
    expect(app.office.requestsOf(askBetterProof)).toEqual([])
  })

  it('that is awaited lets another request open first', async () => {
    const office = new BackOffice([deposit(1, { betterProof: awaited }), deposit(2)])
    openApp(path, { office })
    await waitFor(() => expect(openPlayer()).toBe('player2'))
  })

  it('that has come is marked and shown first, and the earlier proof stays', async () => {
    const betterProof = { ...awaited, sentAt: '2026-11-21T12:11:00.000Z' }
    const change = { betterProof, proofPages: 2, newProofFrom: 2, betterProofsLeft: 2 }
    const app = await openQueue(0, { office: new BackOffice([deposit(1, change)]) })
    expect(screen.getAllByText('New proof').length).toBeGreaterThan(0)
    await within(detail()).findByText('2 of 2')
    await app.user.keyboard('{ArrowLeft}')
    await within(detail()).findByText(/^Earlier proof/)
    const pages = app.office.requestsOf(adminGetDepositProof).map(({ query }) => query.get('page'))
    expect(pages).toEqual(expect.arrayContaining(['2', '1']))
  })
})
