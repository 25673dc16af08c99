import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  approveBankMatches,
  decideDeposit,
  keptCredits,
  listBankStatements,
  postBankStatement,
  previewBankStatement,
  readBankMatches,
  refuseBankMatch,
  socketEvents,
} from '@kismet/contracts'
import type { AdminRole, BankTab } from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { bankMatch, preview, statement, talliesOf, wireMatch } from '../../testing/bank-statements.ts'
import type { WireMatch } from '../../testing/bank-statements.ts'
import { deposit } from '../../testing/deposits.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'
import type { OpenApp } from '../../testing/open-app.tsx'
import { approveAll, closeRun } from './approve-run.ts'

afterEach(() => {
  localStorage.clear()
  closeRun()
})

/** A back office with a statement whose rows go where an approval brings them. */
class BankOffice extends BackOffice {
  rows: WireMatch[]
  /** Pairs by call. */
  readonly asked: { match: string; pairs: { rowId: string; requestId: string }[] }[] = []
  readonly refused: unknown[] = []
  columns: unknown[] = []

  constructor(rows: WireMatch[]) {
    super()
    this.rows = rows
    this.answer(listBankStatements, () => ok({ statements: [statement], next: null }))
    this.answer(readBankMatches, ({ query }) => {
      const tab = (query.get('tab') ?? 'exact') as BankTab
      const found = this.rows.filter((row) => row.tab === tab)
      return ok({ statement, tallies: talliesOf(this.rows), rows: found, next: null, isCut: false })
    })
    this.answer(previewBankStatement, () => ok(preview))
    this.answer(postBankStatement, () => ok({ statement, isKnown: false }))
    this.answer(refuseBankMatch, ({ body }) => {
      this.refused.push(body)
      return ok({ message: 'The pair is proposed no more.' })
    })
    this.answer(approveBankMatches, ({ body }) => {
      const order = body as (typeof this.asked)[number]
      this.asked.push(order)
      const ids = order.pairs.map(({ rowId }) => rowId)
      this.rows = this.rows.map((row) => (ids.includes(row.rowId) ? { ...row, tab: 'used' as const } : row))
      return ok({
        results: order.pairs.map(({ requestId }) => ({ requestId, outcome: 'approved' as const, message: null })),
      })
    })
  }
}

const open = (rows: WireMatch[], at = `?id=${statement._id}`, role: AdminRole = 'cashier') => {
  const office = new BankOffice(rows)
  return { ...openApp(`${paths.bankStatement}${at}`, { office, role }), office }
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const drop = async ({ user }: Pick<OpenApp, 'user'>): Promise<void> =>
  user.upload(await screen.findByLabelText('Bank statement'), new File(['x'], 'HDFC_22Nov.csv', { type: 'text/csv' }))

describe('a file', () => {
  it('is read, looked at, and kept; then its rows are shown', async () => {
    const app = open([wireMatch(3)], '')
    await drop(app)
    await screen.findByText(/a new header/)
    const credit = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Credit' })
    expect(within(credit).getByRole<HTMLOptionElement>('option', { selected: true }).text).toBe('Deposit Amt.')
    expect(within(screen.getByRole('table', { name: 'First rows' })).getAllByRole('row')).toHaveLength(3)
    await app.user.click(await button(/^Match 214 rows/))
    await screen.findByRole('heading', { name: statement.fileName })
    expect(app.address()).toBe(`${paths.bankStatement}?id=${statement._id}`)
  })

  it('whose reader looks at another page by the time it is kept leaves them there, and says so', async () => {
    const app = open([wireMatch(3)], '')
    let keep = (): void => undefined
    const kept = new Promise<void>((resolve) => (keep = resolve))
    app.office.answer(postBankStatement, async () => {
      await kept
      return ok({ statement, isKnown: false })
    })
    await drop(app)
    await app.user.click(await button(/^Match 214 rows/))
    await app.user.click(screen.getByRole('link', { name: /^QR settings/ }))
    await screen.findByRole('heading', { name: 'QR settings' })
    act(keep)
    await screen.findByText('Statement read')
    expect(app.address()).toBe(paths.qrSettings)
  })

  it('with faults says which lines, and cannot be kept', async () => {
    const app = open([], '')
    const fault = { line: 14, column: 'Deposit Amt.', message: '“12x” is no amount.' }
    app.office.answer(previewBankStatement, () => ok({ ...preview, faults: [fault], faultCount: 1 }))
    await drop(app)
    expect((await screen.findByRole('alert')).textContent).toContain('Line 14, Deposit Amt.: “12x” is no amount.')
    expect((await button(/^Match/)).hasAttribute('disabled')).toBe(true)
  })

  it('that is none is refused in the server’s words', async () => {
    const app = open([], '')
    app.office.answer(previewBankStatement, () => refuse('invalid_request', 'This is a PDF.'))
    await drop(app)
    expect((await screen.findByRole('alert')).textContent).toContain('This is a PDF.')
    await app.user.click(await button('Choose another file'))
    await screen.findByLabelText('Bank statement')
  })
})

describe('exact matches', () => {
  it('are approved in one go after a question, by key and by hand; what is not ticked stays', async () => {
    const { user, office } = open([wireMatch(1), wireMatch(2), wireMatch(3, { amount: 1_500 })])
    await user.click(await screen.findByRole('checkbox', { name: 'Row 2' }))
    await screen.findByText('2 of 3 ticked.')
    await user.keyboard('a')
    const question = await screen.findByRole('dialog', { name: 'Approve 2 deposits, ₹2,000.00?' })
    expect(question.textContent).toContain('₹500.00, ₹1,500.00')
    await user.click(within(question).getByRole('button', { name: 'Approve 2' }))
    await screen.findByText('2 approved.')
    const [one, two, three] = [1, 2, 3].map((n) => wireMatch(n).rowId)
    expect(office.asked).toMatchObject([{ match: 'exact', pairs: [{ rowId: one }, { rowId: three }] }])
    await waitFor(() => expect(screen.getAllByRole('checkbox', { name: /^Row/ })).toHaveLength(1))
    expect(office.rows.find(({ rowId }) => rowId === two)?.tab).toBe('exact')
  })

  it('that another admin looks at wait for a tick of their own', async () => {
    const claim = { adminId: wireMatch(9).rowId, by: 'asha', until: '2026-11-22T00:00:00.000Z' }
    open([wireMatch(1), wireMatch(2, { request: deposit(2, { claim, amount: 500 }) })])
    await screen.findByText('1 of 2 ticked.')
    await screen.findByText('asha looks at it')
  })

  it('that come while it is asked are not approved with those that were looked at', async () => {
    const { user, office, live } = open([wireMatch(1)])
    await user.click(await button(/^Approve 1 ·/))
    office.rows = [wireMatch(1), wireMatch(2)]
    act(() => live.push(socketEvents.queueUpdate, { deposits: 2, withdrawals: 0 }))
    await screen.findByText('2 of 2 ticked.')
    await user.click(await button('Approve 1'))
    await waitFor(() => expect(office.asked).toMatchObject([{ pairs: [{ rowId: wireMatch(1).rowId }] }]))
  })

  it('of one statement are approved at a time: meanwhile another shows how far it is, and begins none', async () => {
    const { user, office, store } = open([wireMatch(1)])
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    office.answer(approveBankMatches, async ({ body }) => {
      await answered
      const { pairs } = body as { pairs: { requestId: string }[] }
      return ok({ results: pairs.map(({ requestId }) => ({ requestId, outcome: 'approved', message: null })) })
    })
    const other = { id: keptCredits, fileName: 'SBI_22Nov.csv' }
    const running = act(() => store.dispatch(approveAll(other, [bankMatch(5), bankMatch(6)])))
    await screen.findByText('Approving 1 of 2 of SBI_22Nov.csv')
    expect(screen.queryByRole('button', { name: /^Approve 1/ })).toBeNull()
    await user.keyboard('a')
    expect(screen.queryByRole('dialog')).toBeNull()
    await act(() => store.dispatch(approveAll({ id: statement._id, fileName: statement.fileName }, [bankMatch(1)])))
    act(answer)
    await running
    await button(/^Approve 1 ·/)
    expect(screen.queryByLabelText('Approval')).toBeNull()
  })

  it('that were left out say why, each for itself', async () => {
    const { user, office } = open([wireMatch(1)])
    const message = 'You may not approve a request of your own.'
    office.answer(approveBankMatches, ({ body }) => {
      const [pair] = (body as { pairs: { requestId: string }[] }).pairs
      return ok({ results: [{ requestId: pair?.requestId ?? '', outcome: 'skipped', message }] })
    })
    await user.click(await button(/^Approve 1 ·/))
    await user.click(await button('Approve 1'))
    await screen.findByText('0 approved, 1 not approved.')
    expect(screen.getByText(message).textContent).toBe(`player1@example.com: ${message}`)
  })
})

describe('near matches', () => {
  it('of another amount have no Approve: they are rejected with that reason', async () => {
    const { user, office } = open([wireMatch(1, { near: 'amount', amount: 1_500, askedAmount: 1_050 })])
    const decided: unknown[] = []
    office.answer(decideDeposit, ({ body }) => {
      decided.push(body)
      return ok({ deposit: deposit(1, { status: 'rejected' }) })
    })
    await screen.findByText('+₹450.00')
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
    await user.keyboard('y')
    await user.click(await button(/^Reject: Amount differs/))
    expect(decided).toEqual([])
    await user.click(await button('Reject'))
    await waitFor(() => expect(decided).toEqual([{ status: 'rejected', adminReason: 'Amount differs' }]))
    expect(office.asked).toEqual([])
  })

  it('with one digit are approved alone, or said to be none, by keys', async () => {
    const near = (n: number) => wireMatch(n, { near: 'digit', utr: `40951234567${n}`, asked: '409512345670' })
    const { user, office } = open([near(1), near(2)])
    await screen.findAllByText('One digit differs')
    await user.keyboard('jn')
    await waitFor(() => expect(office.refused).toMatchObject([{ rowId: near(2).rowId }]))
    await user.keyboard('ky')
    const question = await screen.findByRole('dialog', { name: 'Approve ₹500.00 for player1@example.com?' })
    expect(office.asked).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Approve ₹500.00' }))
    await waitFor(() => expect(office.asked).toMatchObject([{ match: 'near', pairs: [{ rowId: near(1).rowId }] }]))
  })

  it('are approved one a question, however often the key is pressed, and keep the one that is open while others go', async () => {
    const near = (n: number) => wireMatch(n, { near: 'digit', utr: `40951234567${n}`, asked: '409512345670' })
    const { user, office, live } = open([near(1), near(2), near(3)])
    await screen.findAllByText('One digit differs')
    await user.keyboard('j')
    office.rows = [near(2), near(3)]
    act(() => live.push(socketEvents.queueUpdate, { deposits: 2, withdrawals: 0 }))
    await waitFor(() => expect(screen.getAllByText('One digit differs')).toHaveLength(2))
    await user.keyboard('yyyy')
    await screen.findByRole('dialog', { name: 'Approve ₹500.00 for player2@example.com?' })
    expect(office.asked).toEqual([])
  })

  it('of a request that was approved without a row have the row noted as its payment, after a question, and credit nothing', async () => {
    const { user, office } = open([wireMatch(1, { near: 'paid', utr: '409512345671', asked: '409512345670' })])
    await screen.findByText('Approved without a row')
    await user.keyboard('y')
    const question = await screen.findByRole('dialog', {
      name: 'Has this row paid for the request of player1@example.com?',
    })
    within(question).getByText('Nothing is credited, and the row pays for no other request.')
    await user.click(within(question).getByRole('button', { name: 'It is its payment' }))
    await waitFor(() => expect(office.asked).toMatchObject([{ match: 'near' }]))
    await screen.findByText('Payment noted')
    expect(screen.queryByText('Approved')).toBeNull()
  })

  it('whose answer is lost are not told as refused', async () => {
    const { user, office } = open([wireMatch(1, { near: 'amount', amount: 1_500, askedAmount: 1_050 })])
    office.answer(decideDeposit, () => null)
    await user.click(await button(/^Reject: Amount differs/))
    await user.click(await button('Reject'))
    await screen.findByText('Unclear')
    expect(screen.queryByText('Action failed')).toBeNull()
  })
})

it('an auditor reads, and decides nothing', async () => {
  const { user, office } = open([wireMatch(1), wireMatch(2, { near: 'digit' })], `?id=${statement._id}`, 'auditor')
  await screen.findByText('One digit differs')
  expect(screen.queryByRole('button', { name: /^(Approve|Not the same)/ })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.keyboard('ay')
  expect(office.asked).toEqual([])
  await user.click(await button('Back'))
  await screen.findByText('You read what others have imported')
})
