import { afterEach, expect, it, jest } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { adminGetPlayer, adminGetPlayerFunds, adminListEntries, getLedgerState, socketEvents } from '@kismet/contracts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { paths, playerPath } from '../core/paths.ts'
import { ledgerPlayer } from '../testing/ledger.ts'
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

it('older pages of what was booked for a player are not asked for by themselves', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  const office = playerOffice()
  office.answer(adminListEntries, ({ query }) =>
    query.has('cursor')
      ? ok({ entries: [{ ...entry, _id: `${ledgerPlayer}:1`, sequence: 1 }], nextCursor: null })
      : ok({ entries: [entry], nextCursor: 'older' }),
  )
  openApp(playerPath(ledgerPlayer), { office })
  fireEvent.click(await screen.findByRole('button', { name: 'Older' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Older' })).toBeNull())
  const before = office.requestsOf(adminListEntries).length
  await act(() => jest.advanceTimersByTimeAsync(60_000))
  expect(office.requestsOf(adminListEntries).length).toBe(before)
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
