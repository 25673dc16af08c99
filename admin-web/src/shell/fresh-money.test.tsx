import { afterEach, expect, it, jest } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  adminGetPlayer,
  adminGetPlayerFunds,
  adminListEntries,
  approveCorrection,
  getLedgerState,
  getReturns,
  listCorrections,
  rejectCorrection,
  socketEvents,
} from '@kismet/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { listPath, paths, playerPath } from '../core/paths.ts'
import { correction, ledgerPlayer } from '../testing/ledger.ts'
import type { OpenApp } from '../testing/open-app.tsx'
import { BackOffice, openApp } from '../testing/open-app.tsx'
import { entry, funds, player } from '../testing/players.ts'

afterEach(() => {
  localStorage.clear()
  jest.useRealTimers()
})

/** An office with one player. */
function playerOffice(): BackOffice {
  const office = new BackOffice()
  office.answer(adminGetPlayer, () => ok({ player: player(Date.now()) }))
  office.answer(adminGetPlayerFunds, () => ok({ funds }))
  office.answer(adminListEntries, () => ok({ entries: [entry], nextCursor: null }))
  return office
}

it.each([
  { shown: 'the ledger on the dashboard', path: paths.dashboard, asked: getLedgerState },
  { shown: 'the ledger', path: paths.ledger, asked: getLedgerState },
  { shown: 'what is in open bets', path: paths.gameMode, asked: getLedgerState },
  { shown: 'what a player has', path: playerPath(ledgerPlayer), asked: adminGetPlayerFunds },
  { shown: 'what was booked for a player', path: playerPath(ledgerPlayer), asked: adminListEntries },
])('$shown is asked for every 30 s', async ({ path, asked }) => {
  jest.useFakeTimers({ advanceTimers: true })
  const office = playerOffice()
  openApp(path, { office })
  await waitFor(() => expect(office.requestsOf(asked)).not.toEqual([]))
  const before = office.requestsOf(asked).length
  await act(() => jest.advanceTimersByTimeAsync(30_000))
  expect(office.requestsOf(asked).length).toBe(before + 1)
})

/** What was booked for a player, with an older page that somebody has gone on to; and how often it was asked for since. */
async function onToOlder(path: string, office: BackOffice): Promise<OpenApp & { asked: () => number }> {
  office.answer(adminListEntries, ({ query }) =>
    query.has('cursor')
      ? ok({ entries: [{ ...entry, _id: `${ledgerPlayer}:1`, sequence: 1 }], nextCursor: null })
      : ok({ entries: [entry], nextCursor: 'older' }),
  )
  const app = openApp(path, { office })
  fireEvent.click(await screen.findByRole('button', { name: 'Older' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Older' })).toBeNull())
  const before = office.requestsOf(adminListEntries).length
  return { ...app, asked: () => office.requestsOf(adminListEntries).length - before }
}

it('older pages of what was booked for a player are not asked for by themselves, nor with what others decide', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  const office = playerOffice()
  const { live, asked } = await onToOlder(playerPath(ledgerPlayer), office)
  const funds = office.requestsOf(adminGetPlayerFunds).length
  act(() => live.push(socketEvents.queueUpdate, { deposits: 3 }))
  await act(() => jest.advanceTimersByTimeAsync(60_000))
  expect(office.requestsOf(adminGetPlayerFunds).length).toBeGreaterThan(funds)
  expect(asked()).toBe(0)
})

it('older pages of what was booked for a player are read anew once, after a failure, too, and not with what others decide then', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  const { live, office, asked } = await onToOlder(playerPath(ledgerPlayer), playerOffice())
  office.answer(adminListEntries, () => refuse('unavailable'))
  act(() => {
    live.down()
    live.up()
  })
  await waitFor(() => expect(asked()).toBe(1))
  await screen.findByText(/^Failed to load the entries/)
  act(() => live.push(socketEvents.queueUpdate, { deposits: 3 }))
  await act(() => jest.advanceTimersByTimeAsync(30_000))
  expect(asked()).toBe(1)
})

it('older pages of what was booked for a player are read anew with a correction that is booked here, not with one that is rejected', async () => {
  const office = playerOffice()
  const own = correction(1)
  office.answer(getReturns, () => refuse('unavailable'))
  office.answer(listCorrections, () => ok({ corrections: [own], nextCursor: null, pending: 1 }))
  office.answer(rejectCorrection, () => ok({ correction: { ...own, status: 'rejected' } }))
  office.answer(approveCorrection, () => ok({ correction: { ...own, status: 'approved', isBooked: true } }))
  const { user, asked } = await onToOlder(listPath(paths.ledger, { player: ledgerPlayer }), office)
  const decide = async (button: string, confirm: string): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: button }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: confirm }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await decide('Reject', 'Reject')
  expect(asked()).toBe(0)
  await decide('Approve', 'Approve and book')
  await waitFor(() => expect(asked()).toBe(2))
})

it.each([
  { shown: 'a player', asked: adminGetPlayer },
  { shown: 'what a player has', asked: adminGetPlayerFunds },
  { shown: 'what was booked for a player', asked: adminListEntries },
])('$shown is read anew when the page is opened again', async ({ asked }) => {
  const { office, user, back } = openApp(playerPath(ledgerPlayer), { office: playerOffice() })
  await screen.findByRole('table', { name: 'Entries' })
  await user.click(screen.getAllByRole('link', { name: /Dashboard/ })[0] ?? document.body)
  await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
  act(back)
  await screen.findByRole('table', { name: 'Entries' })
  await waitFor(() => expect(office.requestsOf(asked)).toHaveLength(2))
})

it('what was booked for a player is read anew with the balance once requests are decided', async () => {
  const { office, live } = openApp(playerPath(ledgerPlayer), { office: playerOffice() })
  await screen.findByRole('table', { name: 'Entries' })
  act(() => live.push(socketEvents.queueUpdate, { deposits: 0 }))
  await waitFor(() => expect(office.requestsOf(adminGetPlayerFunds)).toHaveLength(2))
  await waitFor(() => expect(office.requestsOf(adminListEntries)).toHaveLength(2))
})
