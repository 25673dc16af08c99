import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  adminGetDeposit,
  decideDeposit,
  postBankStatement,
  previewBankStatement,
  readBankMatches,
  socketEvents,
} from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { BankOffice, openBank } from '../../testing/bank-office.ts'
import { preview, statement, talliesOf, wireMatch } from '../../testing/bank-statements.ts'
import { deposit } from '../../testing/deposits.ts'
import { openApp } from '../../testing/open-app.tsx'
import type { OpenApp } from '../../testing/open-app.tsx'

afterEach(() => localStorage.clear())

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const drop = async ({ user }: Pick<OpenApp, 'user'>): Promise<void> =>
  user.upload(await screen.findByLabelText('Bank statement'), new File(['x'], 'HDFC_22Nov.csv', { type: 'text/csv' }))

describe('a file', () => {
  it('is read, looked at, and kept; then its rows are shown', async () => {
    const app = openBank([wireMatch(3)], '')
    await drop(app)
    await screen.findByText(/new: check these columns/)
    const credit = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Credit' })
    expect(within(credit).getByRole<HTMLOptionElement>('option', { selected: true }).text).toBe('Deposit Amt.')
    expect(within(screen.getByRole('table', { name: 'First rows' })).getAllByRole('row')).toHaveLength(3)
    const before = app.office.requestsOf(readBankMatches).length
    await app.user.click(await button(/^Match 214 rows/))
    await screen.findByRole('heading', { name: statement.fileName })
    const asked = app.office.requestsOf(readBankMatches).slice(before)
    expect(asked.filter(({ path }) => !path.includes(statement._id))).toEqual([])
    expect(app.address()).toBe(`${paths.bankStatement}?id=${statement._id}`)
  })

  it('whose reader looks at another page by the time it is kept leaves them there, and says so', async () => {
    const app = openBank([wireMatch(3)], '')
    let keep = (): void => undefined
    const kept = new Promise<void>((resolve) => (keep = resolve))
    app.office.answer(postBankStatement, async () => {
      await kept
      return ok({ statement, isKnown: false })
    })
    await drop(app)
    await app.user.click(await button(/^Match 214 rows/))
    await app.user.click(screen.getByRole('link', { name: /^Payment settings/ }))
    await screen.findByRole('heading', { name: 'Payment settings' })
    act(keep)
    await screen.findByText('Statement read')
    expect(app.address()).toBe(paths.qrSettings)
  })

  it('with faults says which lines, and cannot be kept', async () => {
    const app = openBank([], '')
    const fault = { line: 14, column: 'Deposit Amt.', message: '“12x” is no amount.' }
    app.office.answer(previewBankStatement, () => ok({ ...preview, faults: [fault], faultCount: 1 }))
    await drop(app)
    expect((await screen.findByRole('alert')).textContent).toContain('Line 14, Deposit Amt.: “12x” is no amount.')
    expect((await button(/^Match/)).hasAttribute('disabled')).toBe(true)
  })

  it('that is none is refused in the server’s words', async () => {
    const app = openBank([], '')
    app.office.answer(previewBankStatement, () => refuse('invalid_request', 'This is a PDF.'))
    await drop(app)
    expect((await screen.findByRole('alert')).textContent).toContain('This is a PDF.')
    await app.user.click(await button('Choose another file'))
    await screen.findByLabelText('Bank statement')
  })

  it('keeps its columns in view while it is read with others, and the choice where that fails', async () => {
    const app = openBank([], '')
    await drop(app)
    const credit = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Credit' })
    const { promise, resolve } = Promise.withResolvers<undefined>()
    app.office.answer(previewBankStatement, async () => {
      await promise
      return refuse('unavailable')
    })
    await app.user.selectOptions(credit, 'Closing Balance')
    expect(credit.isConnected && credit === document.activeElement && !credit.disabled).toBe(true)
    expect((await button(/^Match/)).hasAttribute('disabled')).toBe(true)
    act(() => resolve(undefined))
    await app.user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(app.office.requestsOf(previewBankStatement)).toHaveLength(3))
    const columns = app.office
      .requestsOf(previewBankStatement)
      .map(({ body }) => (body as FormData).get('columns') as string | null)
    expect(columns[0]).toBeNull()
    expect(JSON.parse(columns[2] ?? '')).toMatchObject({ credit: 6, balance: null })
    expect(within(credit).getByRole<HTMLOptionElement>('option', { selected: true }).text).toBe('Closing Balance')
  })
})

describe('near matches', () => {
  it('show both references in groups of four, with what tells the requests of one player apart, and can be copied', async () => {
    const { user } = openBank([
      wireMatch(1, { near: 'similar', utr: '409633127845', asked: '409633129845' }),
      wireMatch(2, { utr: '409500000003' }),
    ])
    const near = within(await screen.findByRole('region', { name: 'Near' }))
    const [pair] = await near.findAllByRole('listitem')
    expect(pair?.textContent).toMatch(/4096 3312 7845.*4096 3312 9845/)
    near.getByText(/^000001, /)
    await user.click(near.getByRole('button', { name: 'Copy the UTR of the request' }))
    expect(await navigator.clipboard.readText()).toBe('409633129845')
    const row = within(screen.getByRole('row', { name: /player2/ }))
    row.getByText('4095 0000 0003', { exact: false })
    await user.click(row.getByRole('button', { name: 'Copy the UTR of row 2' }))
    expect(await navigator.clipboard.readText()).toBe('409500000003')
  })

  it('are a tab of their own on a phone, not below all exact rows', async () => {
    const office = new BankOffice([wireMatch(1), wireMatch(2, { near: 'similar' })])
    const { user, address } = openApp(`${paths.bankStatement}?id=${statement._id}`, { office, phone: true })
    const tabs = within(await screen.findByRole('group', { name: 'Rows' }))
    expect(screen.queryByRole('region', { name: 'Near' })).toBeNull()
    await user.click(tabs.getByRole('button', { name: /^Near/ }))
    await within(await screen.findByRole('region', { name: 'Near' })).findByText('UTR is similar')
    expect(screen.queryByRole('table', { name: 'Rows of the bank' })).toBeNull()
    expect(address()).toBe(`${paths.bankStatement}?id=${statement._id}&tab=near`)
  })

  it('that could not be read say so and are asked for again; old ones stay under a note', async () => {
    const { user, office, live } = openBank([wireMatch(1, { near: 'similar' })])
    let isAway = true
    office.answer(readBankMatches, ({ query }) => {
      const rows = query.get('tab') === 'near' ? office.rows : []
      if (query.get('tab') === 'near' && isAway) return refuse('unavailable')
      const tallies = { ...talliesOf(office.rows), near: { count: 61, amount: 30_500 } }
      return ok({ statement, tallies, rows, next: null, isCut: false })
    })
    const near = within(await screen.findByRole('region', { name: 'Near' }))
    await near.findByText('Failed to load the near matches')
    near.getByText('61 rows, one by one')
    isAway = false
    await user.click(near.getByRole('button', { name: 'Try again' }))
    await near.findByText('UTR is similar')
    isAway = true
    act(() => live.push(socketEvents.queueUpdate, { deposits: 3, withdrawals: 0 }))
    expect((await near.findByRole('alert')).textContent).toContain('Failed to load the near matches.')
    near.getByText('UTR is similar')
  })

  it('of another amount are approved with what arrived', async () => {
    const { user, office } = openBank([wireMatch(1, { near: 'amount', amount: 90, askedAmount: 100 })])
    await user.click(await button('Approve ₹90.00 (what arrived)'))
    const question = await screen.findByRole('dialog', { name: 'Approve ₹90.00 for player1@example.com?' })
    within(question).getByText('The player asked for ₹100.00 and is credited ₹90.00 at once.')
    await user.keyboard('{Enter}')
    const { rowId, request } = wireMatch(1, { near: 'amount' })
    await waitFor(() =>
      expect(office.asked).toEqual([{ match: 'near', pairs: [{ rowId, requestId: request?._id, amount: 90 }] }]),
    )
  })

  it('of another amount can be rejected with that reason', async () => {
    const { user, office } = openBank([wireMatch(1, { near: 'amount', amount: 1_500, askedAmount: 1_050 })])
    const decided: unknown[] = []
    office.answer(decideDeposit, ({ body }) => {
      decided.push(body)
      return ok({ deposit: deposit(1, { status: 'rejected' }) })
    })
    await screen.findByText('+₹450.00')
    await user.click(await button(/^Reject: Amount differs/))
    expect(decided).toEqual([])
    await user.click(await button('Reject'))
    await waitFor(() => expect(decided).toEqual([{ status: 'rejected', adminReason: 'Amount differs' }]))
    expect(office.asked).toEqual([])
  })

  it('with another digit are approved alone, by keys', async () => {
    const near = (n: number) => wireMatch(n, { near: 'similar', utr: `40951234567${n}`, asked: '409512345670' })
    const { user, office } = openBank([near(1), near(2)])
    await screen.findAllByText('UTR is similar')
    await user.keyboard('jky')
    const question = await screen.findByRole('dialog', { name: 'Approve ₹500.00 for player1@example.com?' })
    expect(office.asked).toEqual([])
    expect(within(question).getByRole('button', { name: 'Approve ₹500.00' }).textContent).toContain('Enter')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(office.asked).toMatchObject([{ match: 'near', pairs: [{ rowId: near(1).rowId }] }]))
  })

  it('are approved one a question, however often the key is pressed, and keep the one that is open while others go', async () => {
    const near = (n: number) => wireMatch(n, { near: 'similar', utr: `40951234567${n}`, asked: '409512345670' })
    const { user, office, live } = openBank([near(1), near(2), near(3)])
    await screen.findAllByText('UTR is similar')
    await user.keyboard('j')
    office.rows = [near(2), near(3)]
    act(() => live.push(socketEvents.queueUpdate, { deposits: 2, withdrawals: 0 }))
    await waitFor(() => expect(screen.getAllByText('UTR is similar')).toHaveLength(2))
    await user.keyboard('yyyy')
    await screen.findByRole('dialog', { name: 'Approve ₹500.00 for player2@example.com?' })
    expect(office.asked).toEqual([])
  })

  it('of a request that was approved without a row have the row noted as its payment, after a question, and credit nothing', async () => {
    const { user, office } = openBank([wireMatch(1, { near: 'paid', utr: '409512345671', asked: '409512345670' })])
    await screen.findByText('Approved without a row')
    await user.keyboard('y')
    const question = await screen.findByRole('dialog', {
      name: 'Has this row paid for the request of player1@example.com?',
    })
    within(question).getByText('No money is credited. The row is linked to this request only.')
    await user.click(within(question).getByRole('button', { name: 'It is its payment' }))
    await waitFor(() => expect(office.asked).toMatchObject([{ match: 'near' }]))
    await screen.findByText('Payment noted')
    expect(screen.queryByText('Approved')).toBeNull()
  })

  it('say what speaks against their request, who has claimed it and who approved it first, also in the question', async () => {
    const claim = { adminId: wireMatch(9).rowId, by: 'asha', until: '2099-11-22T00:00:00.000Z' }
    const firstApproval = { by: 'ravi', at: '2026-11-21T12:00:00.000Z' }
    const asked = deposit(1, { amount: 500, utr: '409512345670', risks: ['same_proof'], claim, firstApproval })
    const { user } = openBank([wireMatch(1, { near: 'similar', utr: '409512345671', request: asked })])
    const told = ['Same image', 'asha has claimed it', 'approved first by ravi']
    const near = within(await screen.findByRole('region', { name: 'Near' }))
    await near.findByText('UTR is similar')
    for (const words of told) near.getByText(words)
    await user.keyboard('y')
    const question = within(await screen.findByRole('dialog'))
    for (const words of told) question.getByText(words)
  })

  it('whose rejection gets no answer are rejected again until the outcome is known', async () => {
    const { user, office } = openBank([wireMatch(1, { near: 'amount', amount: 1_500, askedAmount: 1_050 })])
    const rejected = deposit(1, { status: 'rejected', decidedBy: 'some.cashier' })
    office.answer(decideDeposit, () => {
      office.answer(decideDeposit, () => refuse('already_decided'))
      return null
    })
    office.answer(adminGetDeposit, () => ok({ deposit: rejected }))
    await screen.findByText('+₹450.00')
    await user.keyboard('x{Enter}')
    await screen.findByText('No answer yet')
    expect(screen.queryByRole('dialog')).toBeNull()
    await screen.findByText('Rejected', {}, { timeout: 3_000 })
    expect(office.requestsOf(decideDeposit)).toHaveLength(2)
    expect(screen.queryByText('Action failed')).toBeNull()
  })
})

it('a row of a rejected request has its own tab, and kept credits have no used rows', async () => {
  const request = deposit(2, { status: 'rejected' })
  const { user, office } = openBank([wireMatch(2, { tab: 'rejected', request })], '?id=kept')
  office.answer(readBankMatches, () =>
    ok({ statement: null, tallies: talliesOf(office.rows), rows: office.rows, next: null, isCut: false }),
  )
  await user.click(await button(/^Rejected/))
  await screen.findByText(/the player is not credited/)
  expect(screen.queryByRole('button', { name: /^Already used/ })).toBeNull()
})

it('a deposit that was booked with another amount is a problem, and its correction has the difference', async () => {
  const request = deposit(2, { status: 'approved', amount: 3_000 })
  const { user } = openBank([wireMatch(1), wireMatch(2, { tab: 'misbooked', amount: 30, request })])
  await user.click(await button(/^Wrong amount booked/))
  const row = within(await screen.findByRole('row', { name: /player2/ }))
  for (const text of ['₹30.00', '₹3,000.00', '−₹2,970.00']) row.getByText(text)
  await user.click(row.getByRole('button', { name: 'Correct balance' }))
  const form = within(await screen.findByRole('dialog', { name: 'Correct the balance' }))
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('2970')
  form.getByRole('radio', { name: 'Take from the player', checked: true })
  expect(form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }).value).toContain('the bank has ₹30.00')
})

it('an auditor reads, and decides nothing', async () => {
  const { user, office } = openBank([wireMatch(1), wireMatch(2, { near: 'similar' })], `?id=${statement._id}`, {
    role: 'auditor',
  })
  await screen.findByText('UTR is similar')
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.keyboard('ay')
  expect(office.asked).toEqual([])
  await user.click(await button('Back'))
  await screen.findByText('You can read imported statements')
})
