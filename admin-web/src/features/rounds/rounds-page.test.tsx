import { afterEach, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { adminListEntries, getPlayReplay, getRoundReplay, listRoundBets } from '@kismet/contracts'
import { flightInstantMs } from '@kismet/fairness'
import { textClass } from '@kismet/ui/class-names.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
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
  expect(fairness.getByText('Stored result').parentElement?.textContent).toBe('Stored result21.87x')
  expect(fairness.getByText('Recomputed result').parentElement?.textContent).toBe('Recomputed result21.87')
  const bets = within(await region('Bets'))
  expect(bets.getByText('3, staked ₹8,500.00, paid ₹18,960.00')).toBeTruthy()
  expect(bets.getAllByRole('link', { name: /seeds and entries/ })).toHaveLength(3)
  const happened = within(await region('What happened'))
  expect(happened.getByText('17:40:36.118')).toBeTruthy()
  expect(happened.getByText('Cash-out by target, me***j')).toBeTruthy()
})

it('says on a phone, too, what became of each bet', async () => {
  openApp('/admin/rounds?id=3', { office: office(), phone: true })
  const results = within(await region('Bets')).getAllByText(/^(win|loss)$/)
  expect(results).toHaveLength(3)
  expect(results.filter((result) => result.closest('.desk'))).toEqual([])
})

it('says of how many bets cash-outs are drawn while there are more of them', async () => {
  const answers = office()
  const { bets } = roundBets()
  answers.answer(getRoundReplay, () => ok({ round: round({ bets: { count: 300, staked: 9_000, paid: 0 } }) }))
  answers.answer(listRoundBets, ({ query }) =>
    ok(
      query.get('cursor') === null
        ? { bets: bets.slice(0, 2), nextCursor: 'two' }
        : { bets: bets.slice(2), nextCursor: null },
    ),
  )
  const { user } = openApp('/admin/rounds?id=3', { office: answers })
  await screen.findByRole('img', { name: /with 2 cash-outs of the first 2 of 300 bets$/ })
  expect(screen.getByText(/^Cash-outs of the first 2 of 300 bets; /)).toBeTruthy()
  expect((await region('What happened')).textContent).toContain('cash-outs of the first 2 of 300 bets')
  await user.click(within(await region('Bets')).getByRole('button', { name: 'More' }))
  await screen.findByRole('img', { name: /with 2 cash-outs$/ })
  expect(screen.queryByText(/first 2 of/)).toBeNull()
})

it('says that cash-outs are not known until the list of bets has come', async () => {
  const answers = office()
  answers.answer(listRoundBets, () => refuse('unavailable'))
  const { user } = openApp('/admin/rounds?id=3', { office: answers })
  const again = await within(await region('Bets')).findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('img', { name: /crash at 21.87x, with cash-outs not known yet$/ })).toBeTruthy()
  expect(screen.getByText('Cash-outs not known yet.')).toBeTruthy()
  expect((await region('What happened')).textContent).toContain('cash-outs not known yet')
  answers.answer(listRoundBets, () => ok(roundBets()))
  await user.click(again)
  await screen.findByRole('img', { name: /with 2 cash-outs$/ })
  expect(screen.queryByText(/not known yet/)).toBeNull()
})

it('has in its field what the page shows: what was written and not sent goes with another address', async () => {
  const { user, back } = openApp('/admin/rounds?id=3', { office: office() })
  const field = await screen.findByLabelText<HTMLInputElement>(/Number of a round/)
  await user.clear(field)
  await user.type(field, `${minesBetId}{Enter}`)
  await screen.findByRole('list', { name: 'The board' })
  await user.clear(field)
  await user.type(field, 'no number{Enter}')
  await screen.findByText(/^A round has a number/)
  act(back)
  await screen.findByRole('img', { name: /crash at 21.87x/ })
  expect(field.value).toBe('3')
  expect(screen.queryByText(/^A round has a number/)).toBeNull()
})

/** A round that flies, which is over as soon as `end` is called. */
function flyingOffice(): { answers: BackOffice; end: () => void } {
  const answers = office()
  const goesOn = { payout: null, cashOut: null, result: 'pending', settledAt: null } as const
  const { bets, ...page } = roundBets()
  const unknown = { phase: 'flying', endedAt: null, crashPoint: null, proof: null } as const
  answers.answer(getRoundReplay, () => ok({ round: round({ ...unknown, bets: { ...round().bets, paid: null } }) }))
  answers.answer(listRoundBets, () => ok({ ...page, bets: bets.map((bet) => ({ ...bet, ...goesOn })) }))
  const end = (): void => {
    answers.answer(getRoundReplay, () => ok({ round: round() }))
    answers.answer(listRoundBets, () => ok(roundBets()))
  }
  return { answers, end }
}
async function isWholeRound(): Promise<void> {
  await screen.findByRole('img', { name: /crash at 21.87x, with 2 cash-outs$/ })
  expect(screen.getByRole('group', { name: 'Replay' }).textContent).toContain('71.7 s')
  await waitFor(() => expect(screen.queryByText('pending')).toBeNull())
}

it('has all of a round that was opened while it flew, once it is opened again after its crash', async () => {
  const { answers, end } = flyingOffice()
  const { user, back } = openApp('/admin/rounds?id=3', { office: answers })
  await screen.findByText(/^The round is in flight/)
  await within(await region('Bets')).findAllByText('pending')
  await user.click(screen.getAllByRole('link', { name: /Dashboard/ })[0] ?? document.body)
  await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
  end()
  act(back)
  await isWholeRound()
})

it('looks again at the number that is shown', async () => {
  const { answers, end } = flyingOffice()
  const { user, address } = openApp('/admin/rounds?id=3', { office: answers })
  await screen.findByText(/^The round is in flight/)
  end()
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await isWholeRound()
  expect(answers.requestsOf(getRoundReplay)).toHaveLength(2)
  expect(address()).toBe('/admin/rounds?id=3')
})

it('has all of a bet that was opened while it went on, once it is opened again after its end', async () => {
  const answers = office()
  const { entries, ...page } = betEntries(minesBetId)
  answers.answer(getPlayReplay, () => ok({ play: openPlay() }))
  answers.answer(adminListEntries, () => ok({ ...page, entries: entries.slice(0, 1) }))
  const { user, back } = openApp(`/admin/rounds?id=${minesBetId}`, { office: answers })
  await screen.findByText('goes on')
  await within(await region('Ledger entries')).findByText('reserve')
  await user.click(screen.getAllByRole('link', { name: /Dashboard/ })[0] ?? document.body)
  await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
  answers.answer(getPlayReplay, () => ok({ play: minesPlay() }))
  answers.answer(adminListEntries, () => ok(betEntries(minesBetId)))
  act(back)
  await screen.findByText('+₹460.00 for the player')
  expect(screen.getByRole('group', { name: 'Replay' }).textContent).toContain('6.4 s')
  expect(await within(await region('Ledger entries')).findByText('settle')).toBeTruthy()
})

it('shows a bet with its board, each tile with its time, and its ledger entries', async () => {
  openApp(`/admin/rounds?id=${minesBetId}`, { office: office() })
  expect((await screen.findByRole('list', { name: 'The board' })).textContent).toContain('opened as number 3')
  expect(await screen.findByText('+₹460.00 for the player')).toBeTruthy()
  expect(within(await region('Fairness')).getByText('verified')).toBeTruthy()
  expect(within(await region('What happened')).getByText('17:40:37.322')).toBeTruthy()
  const entries = within(await region('Ledger entries'))
  expect(await entries.findByRole('columnheader', { name: 'Change' })).toBeTruthy()
  const look = (amount: string): string => entries.getAllByText(amount)[0]?.className ?? ''
  expect([look('+₹960.00'), look('\u2212₹500.00')]).toEqual([textClass('win'), textClass('loss')])
})

/** What has not happened yet at the moment that is shown, of what is to be seen in a part of the page. */
const later = (of: Element | null | undefined): number => of?.querySelectorAll('[data-later]').length ?? 0
const goTo = (ms: number): boolean =>
  fireEvent.input(screen.getByRole('slider', { name: 'Moment of the replay' }), { target: { value: String(ms) } })

it('shows a flight at any of its moments: what is later is not there yet', async () => {
  openApp('/admin/rounds?id=3', { office: office() })
  const flight = await screen.findByRole('img', { name: /crash at 21.87x, with 2 cash-outs/ })
  const happened = await region('What happened')
  await within(happened).findByText('Cash-out, ar***k')
  const flown = (): number => Number(flight.querySelector('rect')?.getAttribute('width'))
  const whole = flown()
  expect([later(flight), later(happened), flight.querySelector('output')?.textContent]).toEqual([0, 0, ''])
  goTo(5_000)
  expect([flown(), later(flight)]).toEqual([0, 3])
  expect(within(happened).getByText('Take-off').closest('li')?.hasAttribute('data-later')).toBe(true)
  // 15 s after take-off it was at exp(0.75): past the first cash-out, before the other.
  goTo(25_000)
  expect(flight.querySelector('output')?.textContent).toBe('2.11x')
  expect(flown() / whole).toBeCloseTo(15_000 / flightInstantMs(2_187), 6)
  expect(later(flight)).toBe(2)
  goTo(71_800)
  expect([flown(), later(flight), later(happened)]).toEqual([whole, 0, 0])
})

it.each([
  { what: 'a round', at: '3', call: getRoundReplay, shows: 'Aviator 3' },
  { what: 'a round by its id', at: round().roundId, call: getRoundReplay, shows: 'Aviator 3' },
  { what: 'a bet', at: minesBetId, call: getPlayReplay, shows: 'Fairness' },
])(
  'says of $what that it could not be looked at again, over what was shown, and that it is on its way',
  async (row) => {
    const { user, office: answers } = openApp(`/admin/rounds?id=${row.at}`, { office: office() })
    await region(row.shows)
    const { promise, resolve } = Promise.withResolvers<undefined>()
    answers.answer(row.call, async () => {
      await promise
      return refuse('unavailable')
    })
    const show = screen.getByRole('button', { name: 'Show' })
    await user.click(show)
    await waitFor(() => expect(show.getAttribute('aria-busy')).toBe('true'))
    resolve(undefined)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/^Failed to load the replay\..*Try again$/)
    expect(show.getAttribute('aria-busy')).toBeNull()
    expect(await region(row.shows)).toBeTruthy()
  },
)

it('opens the tiles of a game in their order', async () => {
  openApp(`/admin/rounds?id=${minesBetId}`, { office: office() })
  const board = await screen.findByRole('list', { name: 'The board' })
  const unseen = (): number => later(board)
  expect(unseen()).toBe(0)
  goTo(0)
  // Three gems and five mines, which are seen at the end.
  expect(unseen()).toBe(8)
  goTo(2_500)
  expect(unseen()).toBe(6)
  goTo(6_400)
  expect(unseen()).toBe(0)
})

it('plays by its button and by P, at either speed, up to its end, and a calm picture where nothing is to move', async () => {
  const { user } = openApp(`/admin/rounds?id=${minesBetId}`, { office: office() })
  const bar = within(await screen.findByRole('group', { name: 'Replay' }))
  await user.click(bar.getByRole('radio', { name: '4x' }))
  await user.click(bar.getByRole('button', { name: 'Replay' }))
  await user.click(bar.getByRole('button', { name: 'Pause' }))
  expect(bar.getByRole('button', { name: 'Replay' })).toBeTruthy()
  await user.keyboard('p')
  expect(bar.getByRole('button', { name: 'Pause' })).toBeTruthy()
  // At its end it stands still by itself.
  expect(await bar.findByRole('button', { name: 'Replay' })).toBeTruthy()
  expect(bar.getByRole('status').textContent).toBe('6.4 s')
})

it('has nothing to play of a bet that was over at once', async () => {
  const answers = office()
  const steps = minesPlay().steps.filter(({ step }) => step === 'placed' || step === 'settled')
  answers.answer(getPlayReplay, () => ok({ play: minesPlay({ steps }) }))
  openApp(`/admin/rounds?id=${minesBetId}`, { office: answers })
  expect(await screen.findByText('Settling')).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Replay' })).toBeNull()
})

it('shows of a bet that goes on no seed and no mine, and says why', async () => {
  const answers = office()
  answers.answer(getPlayReplay, () => ok({ play: openPlay() }))
  openApp(`/admin/rounds?id=${minesBetId}`, { office: answers })
  expect(await screen.findByText('hidden until the end, for every role')).toBeTruthy()
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
  expect(fairness.getByText('Stored result').parentElement?.textContent).toBe('Stored result2.00x')
  expect(fairness.getByText('Recomputed result').parentElement?.textContent).toBe('Recomputed result21.87')
})

it('takes an id that no bet has for a round, and says when nothing has it', async () => {
  const { roundId } = round()
  openApp(`/admin/rounds?id=${roundId}`, { office: office() })
  expect(await region('Aviator 3')).toBeTruthy()
})

it('looks again at the round alone once an id is known to be one: it stays on the page meanwhile', async () => {
  const { roundId } = round()
  const { user, office: answers } = openApp(`/admin/rounds?id=${roundId}`, { office: office() })
  await region('Aviator 3')
  answers.answer(getPlayReplay, () => refuse('unavailable'))
  const { promise, resolve } = Promise.withResolvers<undefined>()
  answers.answer(getRoundReplay, async () => {
    await promise
    return ok({ round: round() })
  })
  const show = screen.getByRole('button', { name: 'Show' })
  await user.click(show)
  await waitFor(() => expect(show.getAttribute('aria-busy')).toBe('true'))
  screen.getByRole('region', { name: 'Aviator 3' })
  resolve(undefined)
  await waitFor(() => expect(show.getAttribute('aria-busy')).toBeNull())
  screen.getByRole('region', { name: 'Aviator 3' })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(answers.requestsOf(getPlayReplay)).toHaveLength(1)
  expect(answers.requestsOf(getRoundReplay)).toHaveLength(2)
})

it.each([
  { name: 'nothing has it', path: '/admin/rounds?id=9', says: 'No round or bet found' },
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
