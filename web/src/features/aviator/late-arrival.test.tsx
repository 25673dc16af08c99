import { expect, it } from '@jest/globals'
import { aviatorEvents, aviatorGetState } from '@kismet/contracts'
import { act, screen } from '@testing-library/react'
import { TestRound } from '../../testing/aviator-rounds.ts'
import { openSite } from '../../testing/open-site.tsx'
import type { OpenSite } from '../../testing/open-site.tsx'

const round = new TestRound(17)

/** A player who comes to a flight. */
async function openFlight(betCount: number | undefined): Promise<OpenSite> {
  const site = openSite('/')
  const payload = round.snapshot({ phase: 'flying', takeoffAt: round.takeoffAt, multiplier: 1.5, betCount })
  site.connection.answer(aviatorGetState, () => ({ data: payload as never }))
  await site.user.click(screen.getAllByRole('link', { name: 'Aviator' })[0] ?? document.body)
  await screen.findByText('Auto cash out')
  return site
}

it('counts the bets from before this tab came, and a cash-out is no further bet', async () => {
  const { connection } = await openFlight(37)
  expect(await screen.findByRole('tab', { name: 'Live bets · 37' })).toBeTruthy()
  expect(screen.getByText('You joined during this round')).toBeTruthy()
  const feed = [{ name: 'v***a', betAmount: 100, multiplier: 2, payout: 200 }]
  act(() => connection.push(aviatorEvents.multiplier, { ...round.tick(150), feed }))
  expect(await screen.findByText('v***a')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Live bets · 37' })).toBeTruthy()
})

it('says that the round has no bets only when the server says so', async () => {
  await openFlight(0)
  expect(await screen.findByText('No bets in this round yet')).toBeTruthy()
})

it('does not say that the round has no bets while the number is unknown', async () => {
  await openFlight(undefined)
  expect(await screen.findByText('You joined during this round')).toBeTruthy()
  expect(screen.queryByText('No bets in this round yet')).toBeNull()
})

it('the page under CONNECTING has no tab stop', async () => {
  const { user } = openSite('/')
  await user.click(screen.getAllByRole('link', { name: 'Aviator' })[0] ?? document.body)
  await screen.findByText('CONNECTING TO AVIATOR SERVER')
  expect(screen.getByLabelText('Auto cash out').closest('[inert]')).not.toBeNull()
})
