import { getAviatorHistory, getRoundProof } from '@kismet/contracts'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { expect, it } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { ToldRound } from '../testing/aviator-rounds.ts'
import { openSite } from '../testing/open-site.tsx'
import { PlayerGateway } from '../testing/player-gateway.ts'

const round = new ToldRound(4)
const path = `/round/${round.roundId}`

it('shows anyone how a round went, and that it is as it was sealed', async () => {
  const gateway = new PlayerGateway()
  gateway.answer(getRoundProof, () => ok({ proof: round.proof }))
  const rounds = [new ToldRound(5), round, new ToldRound(3)].map(({ past }) => past)
  gateway.answer(getAviatorHistory, () => ok({ rounds }))
  openSite(path, { gateway, loggedIn: false })
  expect(await screen.findByRole('heading', { name: 'Round 4' })).toBeTruthy()
  expect(await screen.findByText('Verified')).toBeTruthy()
  expect(screen.getByText('CRASHED! at')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^3/ }).getAttribute('href')).toBe(`/round/${new ToldRound(3).roundId}`)
  const slider = screen.getByRole('slider', { name: 'Moment of the flight' })
  fireEvent.change(slider, { target: { value: '500' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('1.02x at 0.5 seconds')
})

it('says which step of a proof is not true', async () => {
  const gateway = new PlayerGateway()
  const wrong = { ...round.proof, outcome: { crashPoint: 99 } }
  gateway.answer(getRoundProof, () => ok({ proof: wrong }))
  openSite(path, { gateway, loggedIn: false })
  expect(await screen.findByText('Not verified')).toBeTruthy()
})

it('says of a round that was voided that it did not count', async () => {
  const gateway = new PlayerGateway()
  const outcome = { ...round.proof.outcome, voided: true }
  gateway.answer(getRoundProof, () => ok({ proof: { ...round.proof, outcome } }))
  openSite(path, { gateway, loggedIn: false })
  expect(await screen.findByText(/^This round was voided, and every open bet was refunded/)).toBeTruthy()
})

it.each([
  ['not_finished', 'The result is not known yet.', 1],
  ['not_found', 'There is no such round.', 0],
] as const)('says why a round cannot be shown: %s', async (code, text, retries) => {
  const gateway = new PlayerGateway()
  gateway.answer(getRoundProof, () => refuse(code))
  openSite(path, { gateway, loggedIn: false })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(retries)
})
