import { afterEach, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { adminListEntries, getPlayReplay, getRoundReplay, listRoundBets } from '@kismet/contracts'
import { act, screen, within } from '@testing-library/react'
import { BackOffice, openApp } from '../../testing/open-app.tsx'
import { betEntries, minesBetId, minesPlay, openPlay, round, roundBets } from '../../testing/replays.ts'

afterEach(() => localStorage.clear())

/** An office with one game of Mines and one round. */
function office(): BackOffice {
  const answers = new BackOffice()
  answers.answer(getPlayReplay, ({ params }) =>
    params.betId === minesBetId ? ok({ play: minesPlay() }) : refuse('not_found', 'Not found'),
  )
  answers.answer(getRoundReplay, ({ params }) =>
    ['3', round().roundId].includes(params.round ?? '') ? ok({ round: round() }) : refuse('not_found', 'Not found'),
  )
  answers.answer(listRoundBets, () => ok(roundBets()))
  answers.answer(adminListEntries, () => ok(betEntries(minesBetId)))
  return answers
}
const region = (name: string) => screen.findByRole('region', { name })

it('finds a round by its number and shows its flight, bets, check and times', async () => {
  const { user, address } = openApp('/admin/rounds', { office: office() })
  await user.type(await screen.findByLabelText(/Number of a round/), '3{Enter}')
  expect(address()).toBe('/admin/rounds?id=3')
  expect(await screen.findByRole('img', { name: /crash at 21.87x, with 2 cash-outs/ })).toBeTruthy()
  const fairness = within(await region('Fairness'))
  expect(fairness.getByText('verified')).toBeTruthy()
  expect(fairness.getByText('Result, as stored').parentElement?.textContent).toBe('Result, as stored21.87x')
  expect(fairness.getByText('Result, computed here').parentElement?.textContent).toBe('Result, computed here21.87')
  const bets = within(await region('Bets'))
  expect(bets.getByText('3, staked ₹8,500.00, paid ₹18,960.00')).toBeTruthy()
  expect(bets.getAllByRole('link', { name: /seeds and entries/ })).toHaveLength(3)
  const happened = within(await region('What happened'))
  expect(happened.getByText('17:40:36.118')).toBeTruthy()
  expect(happened.getByText('Cash-out by target, me***j')).toBeTruthy()
})

it('shows a bet with its board, each tile with its time, and its ledger entries', async () => {
  openApp(`/admin/rounds?id=${minesBetId}`, { office: office() })
  expect((await screen.findByRole('list', { name: 'The board' })).textContent).toContain('opened as number 3')
  expect(await screen.findByText('+₹460.00 for the player')).toBeTruthy()
  expect(within(await region('Fairness')).getByText('verified')).toBeTruthy()
  expect(within(await region('What happened')).getByText('17:40:37.322')).toBeTruthy()
  expect(await within(await region('Ledger entries')).findByText('settle')).toBeTruthy()
})

it('shows of a bet that goes on no seed and no mine, and says why', async () => {
  const answers = office()
  answers.answer(getPlayReplay, () => ok({ play: openPlay() }))
  openApp(`/admin/rounds?id=${minesBetId}`, { office: answers })
  expect(await screen.findByText('sealed until it is over, for every role')).toBeTruthy()
  expect(screen.getByText('goes on')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'The board' }).textContent).not.toContain('a mine')
  expect(screen.queryByText('verified')).toBeNull()
})

it('says so when what is stored is not what follows from the seeds', async () => {
  const answers = office()
  answers.answer(getRoundReplay, () => {
    const { proof } = round()
    return ok({ round: round({ crashPoint: 2, proof: proof && { ...proof, outcome: { crashPoint: 2 } } }) })
  })
  openApp('/admin/rounds?id=3', { office: answers })
  const fairness = within(await region('Fairness'))
  expect(await fairness.findByText('does not verify')).toBeTruthy()
  expect(fairness.getByText('Result, as stored').parentElement?.textContent).toBe('Result, as stored2.00x')
  expect(fairness.getByText('Result, computed here').parentElement?.textContent).toBe('Result, computed here21.87')
})

it('takes an id that no bet has for a round, and says when nothing has it', async () => {
  const { roundId } = round()
  openApp(`/admin/rounds?id=${roundId}`, { office: office() })
  expect(await region('Aviator 3')).toBeTruthy()
})

it.each([
  { name: 'nothing has it', path: '/admin/rounds?id=9', says: 'Nothing has this number or id' },
  { name: 'nothing is asked for', path: '/admin/rounds', says: 'Which round or bet?' },
])('says so where $name', async ({ path, says }) => {
  openApp(path, { office: office() })
  expect(await screen.findByText(says)).toBeTruthy()
})

it('reads nothing again by itself: each look is written down', async () => {
  const { office: answers, live } = openApp('/admin/rounds?id=3', { office: office() })
  await region('Aviator 3')
  act(() => live.up())
  await region('Aviator 3')
  expect(answers.requestsOf(getRoundReplay)).toHaveLength(1)
})
