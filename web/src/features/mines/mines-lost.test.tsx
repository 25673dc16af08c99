import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { cashOutMines, getActiveMines, revealMinesTile, socketEvents, startMines } from '@kismet/contracts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { CashOutReply, RevealReply } from '../../testing/fake-mines.ts'
import { FakeMines } from '../../testing/fake-mines.ts'
import { openMines, startedMines } from '../../testing/open-mines.ts'
import { isOff, readyButton } from '../../testing/ready-button.ts'

afterEach(() => {
  jest.useRealTimers()
  sessionStorage.clear()
})

const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })
const tile = (index: number): HTMLElement => button(new RegExp(`^Tile ${index + 1}, `))
const nameOf = (index: number): string | null => tile(index).getAttribute('aria-label')
const told = (text: string | RegExp): Promise<HTMLElement> => screen.findByText(text, undefined, { timeout: 10_000 })
const noAnswer = /^Checking with the server/

describe('an order whose answer is lost', () => {
  it('keeps its board while the connection comes back, until its own answer says how the game ended', async () => {
    const fake = new FakeMines()
    const { user, connection } = await startedMines(fake)
    const [gem = 0] = fake.gems()
    await user.click(tile(gem))
    await waitFor(() => expect(nameOf(gem)).toBe(`Tile ${gem + 1}, gem`))
    const [lost, again] = [Promise.withResolvers<CashOutReply>(), Promise.withResolvers<CashOutReply>()]
    fake.cashOuts.push(lost.promise, again.promise)
    await user.click(button(/^Cashout/))
    const won = fake.cashOut()
    lost.resolve(null)
    await told(noAnswer)
    const asked = fake.gateway.requestsOf(getActiveMines).length
    act(() => connection.down())
    act(() => connection.up())
    await waitFor(() => expect(fake.gateway.requestsOf(getActiveMines).length).toBeGreaterThan(asked))
    await waitFor(() => expect(fake.gateway.requestsOf(cashOutMines)).toHaveLength(2), { timeout: 10_000 })
    expect(nameOf(gem)).toBe(`Tile ${gem + 1}, gem`)
    expect(button(/^Cashout/).getAttribute('aria-busy')).toBe('true')
    again.resolve(won)
    expect(await told('Cashed out at 1.08x')).toBeTruthy()
    expect(screen.queryByText('Game is already over. Please start a new game.')).toBeNull()
  })

  it('begins no game beside it', async () => {
    const fake = new FakeMines()
    const { user } = await startedMines(fake)
    const late = Promise.withResolvers<RevealReply>()
    const [gem = 0] = fake.gems()
    fake.reveals.push(late.promise)
    await user.click(tile(gem))
    const reveal = fake.gateway.requestsOf(revealMinesTile)[0]
    const opened = fake.reveal({ body: reveal?.body })
    await user.click(tile(fake.mines()[0] ?? 0))
    expect(await told('You hit a mine')).toBeTruthy()
    await readyButton('New Game')
    expect(isOff(button('Play Again'))).toBe(true)
    late.resolve(opened)
    await readyButton('Play Again')
  })

  it('of a start shows the balance that is known meanwhile', async () => {
    const fake = new FakeMines()
    const { user, connection } = await openMines(fake)
    const answer = Promise.withResolvers<ReturnType<FakeMines['start']>>()
    const busy = refuse('too_many_requests', undefined, { params: { retryAfterMs: 0 }, retryAfterSeconds: 0 })
    fake.starts.push(null, busy, busy, busy, answer.promise)
    await user.click(await readyButton('Start Game'))
    expect(await told('₹900.00')).toBeTruthy()
    await told(noAnswer)
    const update = { balance: 4_321, balanceSeq: 7, netResult: 50, reason: 'deposit', bonusReleased: false }
    act(() => connection.push(socketEvents.balanceUpdate, update))
    expect(await told('₹4,321.00')).toBeTruthy()
    const [first] = fake.gateway.requestsOf(startMines)
    answer.resolve(fake.start({ body: first?.body }))
    expect(await screen.findByRole('button', { name: /^Cashout/ })).toBeTruthy()
  })

  it('of a start for 20 minutes is told as unknown, not as failed', async () => {
    const house = new FakeMines()
    await openMines(house)
    const start = await readyButton('Start Game')
    house.gateway.answer(startMines, () => null)
    jest.useFakeTimers()
    fireEvent.click(start)
    const unknown = (): boolean => screen.queryByText(/^We could not check your last bet\./) !== null
    for (let passedS = 0; passedS < 1_300 && !unknown(); passedS += 2)
      await act(() => jest.advanceTimersByTimeAsync(2_000))
    expect(unknown()).toBe(true)
    jest.useRealTimers()
    const keys = house.gateway.requestsOf(startMines).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(1)
  }, 60_000)
})

it('tells nothing as failed that is asked while the connection comes up', async () => {
  const fake = new FakeMines()
  const answers: PromiseWithResolvers<undefined>[] = []
  fake.gateway.answer(getActiveMines, async () => {
    const answer = Promise.withResolvers<undefined>()
    answers.push(answer)
    await answer.promise
    return ok({ game: null, nextMultipliers: [], mineRiskPercent: null, gemsLeft: null, balance: 1_000, balanceSeq: 1 })
  })
  const { connection } = await openMines(fake)
  for (const change of ['down', 'up', 'down', 'up'] as const) {
    act(() => connection[change]())
    await act(() => Promise.resolve())
  }
  expect(screen.queryByText('Network error. Please try again.')).toBeNull()
  expect(button('Start Game').getAttribute('aria-busy')).toBe('true')
  expect(fake.gateway.requestsOf(getActiveMines)).toHaveLength(answers.length)
  answers[0]?.resolve(undefined)
  await readyButton('Start Game')
  expect(screen.queryByText('Network error. Please try again.')).toBeNull()
})
