import { afterEach, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { adminListDeposits, getLedgerState, getReturns, getRoundReplay, getVolatilityMode } from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { paths } from '../core/paths.ts'
import { weekOfReturns } from '../testing/ledger.ts'
import { BackOffice, openApp } from '../testing/open-app.tsx'

afterEach(() => localStorage.clear())

it.each([
  { shown: 'Ledger', path: paths.ledger, asked: getLedgerState, says: 'the ledger', stays: 'Accounts' },
  {
    shown: 'Actual against theoretical RTP',
    path: paths.ledger,
    asked: getReturns,
    says: 'the returns of Slots',
    stays: '92.00%',
  },
  {
    shown: 'Changes of mode',
    path: paths.gameMode,
    asked: getVolatilityMode,
    says: 'the changes of mode',
    stays: 'vikram',
  },
])('$shown shows the time of its stale data after a failed refresh', async ({ shown, path, asked, says, stays }) => {
  const office = new BackOffice()
  office.answer(getReturns, ({ params }) =>
    ok({ lines: weekOfReturns.filter(({ game }) => game === params.game), countedAt: null }),
  )
  const { live, user } = openApp(path, { office })
  const panel = within(await screen.findByRole('region', { name: shown }))
  await panel.findAllByText(stays)
  office.answer(asked, () => refuse('unavailable'))
  act(() => {
    live.down()
    live.up()
  })
  const note = await panel.findByText(new RegExp(`^Failed to load ${says}\\..* As of \\d\\d:\\d\\d:\\d\\d\\.`))
  expect(panel.getAllByText(stays)).not.toEqual([])
  const before = office.requestsOf(asked).length
  await user.click(within(note).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(office.requestsOf(asked).length).toBeGreaterThan(before))
})

it.each([
  { path: paths.deposits, asked: adminListDeposits, says: 'Failed to load deposit requests' },
  { path: `${paths.rounds}?id=200418`, asked: getRoundReplay, says: 'Failed to load the replay' },
])('$says: the error and its button stay during a retry', async ({ path, asked, says }) => {
  const office = new BackOffice()
  office.answer(asked, () => refuse('unavailable'))
  const { user } = openApp(path, { office })
  await screen.findByText(says)
  const answer = Promise.withResolvers<null>()
  office.answer(asked, () => answer.promise)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' }).getAttribute('aria-busy')).toBe('true'))
  expect(screen.getByText(says)).toBeTruthy()
  answer.resolve(null)
})
