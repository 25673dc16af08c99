import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { approveBankMatches, keptCredits, readBankMatches, socketEvents } from '@kismet/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { BankOffice, openBank } from '../../testing/bank-office.ts'
import { bankMatch, statement, talliesOf, wireMatch } from '../../testing/bank-statements.ts'
import { deposit } from '../../testing/deposits.ts'
import { openApp, sessionOf } from '../../testing/open-app.tsx'
import { createStore } from '../../shell/store.ts'
import { approveAll, closeRun, runNow } from './approve-run.ts'

afterEach(() => {
  jest.useRealTimers()
  localStorage.clear()
  closeRun()
})

const ofAsha = { adminId: wireMatch(9).rowId, by: 'asha', until: '2099-11-22T00:00:00.000Z' }
const button = (name: string | RegExp) => screen.findByRole('button', { name })

describe('exact matches', () => {
  it('say how many rows are not loaded, which one go does not approve', async () => {
    const office = new BankOffice([])
    const rows = [1, 2, 3].map((n) => wireMatch(n))
    office.answer(readBankMatches, ({ query }) => {
      const isExact = query.get('tab') === 'exact'
      const tallies = { ...talliesOf(rows), exact: { count: 250, amount: 125_000 } }
      return ok({ statement, tallies, rows: isExact ? rows : [], next: isExact ? 3 : null, isCut: false })
    })
    openApp(`${paths.bankStatement}?id=${statement._id}`, { office, role: 'cashier' })
    await screen.findByText('3 of 3 ticked. 247 of 250 are not loaded: press Show more.')
  })

  it('are approved in one go after a question, by key and by hand; what is not ticked stays', async () => {
    const { user, office } = openBank([wireMatch(1), wireMatch(2), wireMatch(3, { amount: 1_500 })])
    await user.click(await screen.findByRole('checkbox', { name: 'Row 2' }))
    await screen.findByText('2 of 3 ticked.')
    await user.keyboard('a')
    const question = await screen.findByRole('dialog', { name: 'Approve 2 deposits, ₹2,000.00?' })
    expect(question.textContent).toContain('₹500.00, ₹1,500.00')
    await user.keyboard('{Enter}')
    await screen.findByText('2 approved.')
    const [one, two, three] = [1, 2, 3].map((n) => wireMatch(n).rowId)
    expect(office.asked).toMatchObject([{ match: 'exact', pairs: [{ rowId: one }, { rowId: three }] }])
    await waitFor(() => expect(screen.getAllByRole('checkbox', { name: /^Row/ })).toHaveLength(1))
    expect(office.rows.find(({ rowId }) => rowId === two)?.tab).toBe('exact')
  })

  it.each([
    { whose: 'that another admin looks at wait for a tick of their own', until: '2099', ticked: 1, says: 1 },
    { whose: 'that another admin has looked at are like any other', until: '2020', ticked: 2, says: 0 },
  ])('$whose', async ({ until, ticked, says }) => {
    const claim = { ...ofAsha, until: `${until}-11-22T00:00:00.000Z` }
    openBank([wireMatch(1), wireMatch(2, { request: deposit(2, { claim, amount: 500 }) })])
    await screen.findByText(`${ticked} of 2 ticked.`)
    expect(screen.queryAllByText('asha has claimed it')).toHaveLength(says)
  })

  it('that come while it is asked are not approved with those that were looked at', async () => {
    const { user, office, live } = openBank([wireMatch(1)])
    await user.click(await button(/^Approve 1 ·/))
    office.rows = [wireMatch(1), wireMatch(2)]
    act(() => live.push(socketEvents.queueUpdate, { deposits: 2, withdrawals: 0 }))
    await screen.findByText('2 of 2 ticked.')
    await user.click(await button('Approve 1'))
    await waitFor(() => expect(office.asked).toMatchObject([{ pairs: [{ rowId: wireMatch(1).rowId }] }]))
  })

  it('of one statement are approved at a time: meanwhile another shows how far it is, and begins none', async () => {
    const { user, office, store } = openBank([wireMatch(1)])
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
    const { user, office } = openBank([wireMatch(1)])
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

  it('and were not approved add nothing to the money that is said to be', async () => {
    const { user, office } = openBank([wireMatch(1), wireMatch(2, { amount: 700 }), wireMatch(3, { amount: 900 })])
    office.answer(approveBankMatches, ({ body }) => {
      const [one, two, three] = (body as { pairs: { requestId: string }[] }).pairs.map(({ requestId }) => requestId)
      return ok({
        results: [
          { requestId: one ?? '', outcome: 'approved', message: null },
          { requestId: two ?? '', outcome: 'first', message: null },
          { requestId: three ?? '', outcome: 'skipped', message: 'Rejected meanwhile.' },
        ],
      })
    })
    await user.click(await button(/^Approve 3 ·/))
    await user.click(await button('Approve 3'))
    await screen.findByText('1 approved, 1 need a second admin, 1 not approved.')
    screen.getByText('₹500.00 of ₹2,100.00')
    expect(screen.getByRole('progressbar', { name: 'Sent so far' }).getAttribute('aria-valuetext')).toBe('3 of 3')
  })
})

const rejectedBefore = wireMatch(2, {
  request: deposit(2, { amount: 500, risks: ['utr_rejected_before', 'same_proof'] }),
})

describe('exact matches that something speaks against', () => {
  it('say what, wait for a tick of their own, and name themselves in the question', async () => {
    const { user, office } = openBank([wireMatch(1), rejectedBefore])
    await screen.findByText('1 of 2 ticked.')
    expect(screen.getByRole('row', { name: /player2/ }).textContent).toMatch(/Same UTR.*Same image/)
    await user.click(screen.getByRole('checkbox', { name: 'Row 2' }))
    await user.keyboard('a')
    const question = await screen.findByRole('dialog', { name: 'Approve 2 deposits, ₹1,000.00?' })
    const [named, ...others] = within(question).getAllByRole('listitem')
    expect(named?.textContent).toMatch(/player2@example\.com.*Same UTR.*Same image/)
    expect(others).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Approve 2' }))
    await screen.findByText('2 approved.')
    expect(office.asked).toHaveLength(1)
  })

  it('after they were ticked are ticked no more, until somebody ticks them again', async () => {
    const { user, office, live } = openBank([wireMatch(1), wireMatch(2), wireMatch(3)])
    await user.click(await screen.findByRole('checkbox', { name: 'Row 3' }))
    await screen.findByText('2 of 3 ticked.')
    office.rows = [wireMatch(1), rejectedBefore, wireMatch(3)]
    act(() => live.push(socketEvents.queueUpdate, { deposits: 3, withdrawals: 0 }))
    await screen.findByText('1 of 3 ticked.')
    await user.click(screen.getByRole('checkbox', { name: 'Row 2' }))
    await screen.findByText('2 of 3 ticked.')
  })
})

describe('an exact match that a colleague opens', () => {
  const news = { kind: 'deposit', _id: deposit(2)._id, claim: ofAsha } as const

  it('after the page was read says so, and is ticked no more; no row is looked for again', async () => {
    const { user, office, live } = openBank([wireMatch(1), wireMatch(2)])
    await screen.findByText('2 of 2 ticked.')
    const asked = office.requestsOf(readBankMatches).length
    act(() => live.push(socketEvents.claimUpdate, { ...news, kind: 'withdrawal' }))
    expect(screen.queryByText('asha has claimed it')).toBeNull()
    act(() => live.push(socketEvents.claimUpdate, news))
    await screen.findByText('asha has claimed it')
    await screen.findByText('1 of 2 ticked.')
    act(() => live.push(socketEvents.claimUpdate, { ...news, claim: null }))
    await waitFor(() => expect(screen.queryByText('asha has claimed it')).toBeNull())
    screen.getByText('1 of 2 ticked.')
    // The box stays empty, so its row still says why.
    expect(screen.getByRole('row', { name: /player2/ }).textContent).toContain('not ticked: asha had claimed it')
    expect(office.requestsOf(readBankMatches)).toHaveLength(asked)
    await user.click(screen.getByRole('checkbox', { name: 'Row 2' }))
    expect(screen.queryByText(/^not ticked/)).toBeNull()
  })

  it('while the rows are being read says so, whatever was true when they were', async () => {
    const office = new BankOffice([wireMatch(1), wireMatch(2)])
    const { rows } = office
    const { promise, resolve } = Promise.withResolvers<undefined>()
    office.answer(readBankMatches, async () => {
      await promise
      return ok({ statement, tallies: talliesOf(rows), rows, next: null, isCut: false })
    })
    const { live } = openApp(`${paths.bankStatement}?id=${statement._id}`, { office, role: 'cashier' })
    await waitFor(() => expect(office.requestsOf(readBankMatches)).toHaveLength(1))
    act(() => live.push(socketEvents.claimUpdate, news))
    resolve(undefined)
    await screen.findByText('asha has claimed it')
    screen.getByText('1 of 2 ticked.')
  })

  it('and lets go of keeps a tick that it was given meanwhile, whatever else was said against it', async () => {
    const request = deposit(2, { amount: 500, risks: ['same_proof'], claim: ofAsha })
    const { user, live } = openBank([wireMatch(1), wireMatch(2, { request })])
    await user.click(await screen.findByRole('checkbox', { name: 'Row 2' }))
    await screen.findByText('2 of 2 ticked.')
    act(() => live.push(socketEvents.claimUpdate, { ...news, claim: null }))
    await waitFor(() => expect(screen.queryByText('asha has claimed it')).toBeNull())
    screen.getByText('2 of 2 ticked.')
    act(() => live.push(socketEvents.claimUpdate, { ...news, claim: { ...ofAsha, by: 'sana' } }))
    await screen.findByText('sana has claimed it')
    screen.getByText('1 of 2 ticked.')
  })

  it('while it is asked about is named in the question', async () => {
    const { user, live } = openBank([wireMatch(1), wireMatch(2)])
    await user.click(await button(/^Approve 2 ·/))
    const question = await screen.findByRole('dialog', { name: 'Approve 2 deposits, ₹1,000.00?' })
    expect(within(question).queryByRole('listitem')).toBeNull()
    act(() => live.push(socketEvents.claimUpdate, news))
    await within(question).findByText('asha has claimed it')
  })
})

describe('exact matches that come after others were ticked', () => {
  it('are new, and wait for a tick of their own', async () => {
    const { user, office, live } = openBank([wireMatch(1), wireMatch(2)])
    await user.click(await screen.findByRole('checkbox', { name: /^Tick all/ }))
    await screen.findByText('0 of 2 ticked.')
    office.rows = [...office.rows, wireMatch(3)]
    act(() => live.push(socketEvents.queueUpdate, { deposits: 3, withdrawals: 0 }))
    await screen.findByText('0 of 3 ticked.')
    const [row] = screen.getAllByText('new').map((mark) => mark.closest('tr'))
    expect(within(row ?? document.body).getByRole('checkbox', { name: 'Row 3' })).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Row 3' }))
    await screen.findByText('1 of 3 ticked.')
    expect(screen.queryByText('new')).toBeNull()
  })
})

it('an approval of many is not ended by a closed page before the browser has asked', async () => {
  const { office, store } = openBank([wireMatch(1)])
  const unload = (): boolean => fireEvent(window, new Event('beforeunload', { cancelable: true }))
  const held = Promise.withResolvers<undefined>()
  office.answer(approveBankMatches, async () => {
    await held.promise
    return ok({ results: [] })
  })
  await screen.findByText('1 of 1 ticked.')
  const run = act(() => store.dispatch(approveAll({ id: statement._id, fileName: 'x' }, [bankMatch(1), bankMatch(2)])))
  await screen.findByText(/^Approving 1 of 2/)
  expect(unload()).toBe(false)
  held.resolve(undefined)
  await run
  expect(unload()).toBe(true)
})

describe('an approval of many without answer', () => {
  it('is unclear by name, neither told as not approved nor as untouched', async () => {
    jest.useFakeTimers()
    const office = new BankOffice([])
    office.answer(approveBankMatches, () => null)
    const { dispatch } = createStore(sessionOf('cashier'))
    const rows = Array.from({ length: 12 }, (_, at) => {
      const { rowId } = wireMatch(at + 1)
      return bankMatch(at + 1, { request: deposit(1, { _id: rowId, amount: 500 }) })
    })
    const over = dispatch(approveAll({ id: statement._id, fileName: statement.fileName }, rows))
    await jest.advanceTimersByTimeAsync(500)
    expect(runNow()).toMatchObject({ isChecking: true, isOver: false })
    await jest.advanceTimersByTimeAsync(60_000)
    await over
    jest.useRealTimers()
    openBank([wireMatch(1)])
    await screen.findByText('0 approved, 10 unclear.')
    expect(screen.getAllByText(/^The outcome is unknown/).map((line) => line.textContent)).toEqual(
      Array.from({ length: 10 }, () => 'player1@example.com: The outcome is unknown. Check the request.'),
    )
    screen.getByText('Stopped: Network error. You can safely continue later. The other requests are unchanged.')
  })

  it('is told of a result that the server does not know, too', async () => {
    const { user, office } = openBank([wireMatch(1), wireMatch(2)])
    office.answer(approveBankMatches, ({ body }) => {
      const [one] = (body as { pairs: { requestId: string }[] }).pairs
      return ok({ results: [{ requestId: one?.requestId ?? '', outcome: 'unknown', message: null }] })
    })
    await user.click(await button(/^Approve 2 ·/))
    await user.click(await button('Approve 2'))
    await screen.findByText('0 approved, 2 unclear.')
    const bar = screen.getByLabelText('Approval').textContent
    expect(bar).toMatch(/player1@example\.com: The outcome is unknown.*player2@example\.com: The outcome is unknown/)
    expect(bar).not.toContain('The other requests are unchanged.')
  })
})
