import { getAviatorHistory, getRoundProof } from '@kismet/contracts'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { TestRound } from '../testing/aviator-rounds.ts'
import { openSite } from '../testing/open-site.tsx'
import { PlayerGateway } from '../testing/player-gateway.ts'

const round = new TestRound(4)
const path = `/round/${round.roundId}`

it('shows anyone how a round went, and that it is as it was sealed', async () => {
  const gateway = new PlayerGateway()
  gateway.answer(getRoundProof, () => ok({ proof: round.proof }))
  const rounds = [new TestRound(5), round, new TestRound(3)].map(({ past }) => past)
  gateway.answer(getAviatorHistory, () => ok({ rounds }))
  openSite(path, { gateway, loggedIn: false })
  expect(await screen.findByRole('heading', { name: 'Round 4' })).toBeTruthy()
  expect(await screen.findByText('Verified')).toBeTruthy()
  expect(screen.getByText('CRASHED! at')).toBeTruthy()
  expect((await screen.findByRole('link', { name: /^3/ })).getAttribute('href')).toBe(
    `/round/${new TestRound(3).roundId}`,
  )
  const slider = screen.getByRole('slider', { name: 'Moment of the flight' })
  fireEvent.change(slider, { target: { value: '500' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('1.02x at 0.5 seconds')
})

it.each([
  ['older', [12, 11]],
  ['newer', [2, 1]],
])('leads to no other round from one that is %s than all that are known', async (_, known) => {
  const gateway = new PlayerGateway()
  gateway.answer(getRoundProof, () => ok({ proof: round.proof }))
  gateway.answer(getAviatorHistory, () => ok({ rounds: known.map((roundNumber) => new TestRound(roundNumber).past) }))
  const { store } = openSite(path, { gateway, loggedIn: false })
  expect(await screen.findByRole('heading', { name: 'Round 4' })).toBeTruthy()
  const history = (): unknown =>
    Object.values(store.getState().api.queries).find((query) => query?.endpointName === getAviatorHistory.subject)
  await waitFor(() => expect(history()).toMatchObject({ status: 'fulfilled' }))
  expect(screen.queryByRole('navigation', { name: 'Rounds before and after' })).toBeNull()
})

it('knows the rounds that have ended since the page before was opened', async () => {
  const gateway = new PlayerGateway()
  const rounds = [5, 4, 3].map((roundNumber) => new TestRound(roundNumber))
  const proofs = new Map(rounds.map(({ roundId, proof }) => [roundId, proof]))
  gateway.answer(getRoundProof, ({ params: { roundId = '' } }) => ok({ proof: proofs.get(roundId) ?? round.proof }))
  let ended = rounds.slice(1)
  gateway.answer(getAviatorHistory, () => ok({ rounds: ended.map(({ past }) => past) }))
  const { user } = openSite(path, { gateway, loggedIn: false })
  const before = await screen.findByRole('link', { name: /^3/ })
  expect(screen.queryByRole('link', { name: /5$/ })).toBeNull()
  ended = rounds
  await user.click(before)
  await user.click(await screen.findByRole('link', { name: /4$/ }))
  expect(await screen.findByRole('link', { name: /5$/ })).toBeTruthy()
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

it('the tab of a round keeps its number in another language', async () => {
  const gateway = new PlayerGateway()
  gateway.answer(getRoundProof, () => ok({ proof: round.proof }))
  gateway.answer(getAviatorHistory, () => ok({ rounds: [round.past] }))
  const { user } = openSite(path, { gateway })
  await screen.findByRole('heading', { name: 'Round 4' })
  expect(document.title).toBe('Round 4 · Kismet')
  await user.click(screen.getByRole('button', { name: /^Player menu/ }))
  await user.click(screen.getByRole('button', { name: 'हिन्दी' }))
  await waitFor(() => expect(document.documentElement.lang).toBe('hi'))
  const title = document.title
  await user.click(screen.getByRole('button', { name: 'English' }))
  await waitFor(() => expect(document.documentElement.lang).toBe('en-IN'))
  expect(title).toMatch(/4 · Kismet$/)
})
