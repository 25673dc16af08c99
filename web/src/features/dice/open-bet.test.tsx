import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { storeTabText } from '@kismet/app-kit/drafts.ts'
import { playDice, socketEvents } from '@kismet/contracts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import type { DiceReply } from '../../testing/dice-table.ts'
import { DiceTable, openDice, roll } from '../../testing/dice-table.ts'
import { playerId } from '../../testing/open-site.tsx'
import { readyButton } from '../../testing/ready-button.ts'

const ownKey = `order:bet:dice:${playerId}`
const otherKey = ownKey.replace(/1$/, '2')

afterEach(() => {
  jest.restoreAllMocks()
  sessionStorage.clear()
})

interface Kept {
  readonly key: string
  readonly state: string
  readonly facts: { readonly stakePaise: number; readonly sentAtMs: number }
}
/** A bet that another page has sent. */
const keptText = (facts: object): string =>
  JSON.stringify([{ intent: 'another bet', key: 'first', facts, state: 'sending', session: 'before' }])
const keptOf = (key = ownKey): Kept[] => JSON.parse(sessionStorage.getItem(key) ?? '[]') as Kept[]

const checking = (): Promise<HTMLElement> => screen.findByText('Checking your last bet · ₹100.00')
const result = (): Promise<HTMLElement> => screen.findByText(/^(Earlier bet: )?(Win|Loss) · /)
const onePlay = (table: DiceTable): Promise<void> => waitFor(() => expect(table.plays()).toHaveLength(1))

/** A bet without an answer, and a reload of the page. `booked`: the bet counts. */
async function reloadWithoutAnswer(table: DiceTable, booked: boolean): Promise<void> {
  table.mishaps.push(new Promise<DiceReply>(() => undefined))
  const { user } = await openDice(table)
  await user.click(roll())
  await onePlay(table)
  const [play] = table.plays()
  if (booked && play) {
    table.decide(play)
    table.gateway.answer(playDice, () => ok(table.answers[0] ?? ({} as never), { replayed: true }))
  }
  cleanup()
}

describe('a bet without an answer, when the page is loaded again', () => {
  it.each([
    ['counts', true, /^Earlier bet: (Win|Loss) · /],
    ['did not arrive', false, /^(Win|Loss) · /],
  ])('is checked with its own key and shown, when it %s', async (_, booked, text) => {
    const table = new DiceTable()
    await reloadWithoutAnswer(table, booked)
    await openDice(table, { sameTab: true })
    await checking()
    expect(roll().getAttribute('aria-busy')).toBe('true')
    expect((await result()).textContent).toMatch(text)
    expect(table.keys()).toHaveLength(2)
    expect(new Set(table.keys()).size).toBe(1)
    expect(table.plays()[1]).toEqual(table.plays()[0])
    expect(Object.keys(sessionStorage).filter((key) => key !== 'shownCommitments')).toEqual([])
    expect(table.answers).toHaveLength(1)
  })

  it('is neither sent nor shown under the login of another, and waits for its player', async () => {
    const table = new DiceTable()
    await reloadWithoutAnswer(table, false)
    const kept = sessionStorage.getItem(ownKey) ?? ''
    sessionStorage.removeItem(ownKey)
    sessionStorage.setItem(otherKey, kept)
    await openDice(table, { sameTab: true })
    expect(screen.queryByText(/^Checking/)).toBeNull()
    expect(roll()).toHaveProperty('disabled', false)
    expect(table.plays()).toHaveLength(1)
    expect(keptOf()).toEqual([])
    expect(keptOf(otherKey)).toMatchObject([{ facts: { stakePaise: 10_000 } }])
  })

  it('stays beside the bet of another player of the tab', async () => {
    const table = new DiceTable()
    await reloadWithoutAnswer(table, false)
    const others = sessionStorage.getItem(ownKey) ?? ''
    sessionStorage.setItem(otherKey, others)
    await openDice(table, { sameTab: true })
    expect(await result()).toBeTruthy()
    expect(keptOf()).toEqual([])
    expect(sessionStorage.getItem(otherKey)).toBe(others)
  })

  it('is not sent again after 20 minutes: nobody says what became of it', async () => {
    const table = new DiceTable()
    await reloadWithoutAnswer(table, false)
    const old = keptOf().map((one) => ({ ...one, facts: { ...one.facts, sentAtMs: one.facts.sentAtMs - 21 * 60_000 } }))
    sessionStorage.setItem(ownKey, JSON.stringify(old))
    await openDice(table, { sameTab: true })
    expect(await screen.findByText(/^We could not check your last bet\./)).toBeTruthy()
    expect(roll().getAttribute('aria-busy')).toBeNull()
    expect(table.plays()).toHaveLength(1)
    expect(Object.keys(sessionStorage).filter((key) => key !== 'shownCommitments')).toEqual([])
  })

  it.each(['', '{', '[{"key":7}]', keptText({ input: {}, stakePaise: 1, sentAtMs: Date.now() })])(
    'is nothing when what was kept is damaged: %s',
    async (text) => {
      const table = new DiceTable()
      sessionStorage.setItem(ownKey, text)
      await openDice(table, { sameTab: true })
      expect(screen.queryByText(/^Checking/)).toBeNull()
      expect(roll()).toHaveProperty('disabled', false)
      expect(table.plays()).toEqual([])
    },
  )
})

describe('a bet whose sending fails in the page', () => {
  /** Every call fails in the page until the returned function is called. */
  function breakCalls(): () => void {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      throw new Error('The page cannot send')
    })
    return () => timeout.mockRestore()
  }
  const unknownText = /^We could not check your last bet\./

  it('is checked by itself, and then the button is free again', async () => {
    const table = new DiceTable()
    const { user } = await openDice(table)
    const mend = breakCalls()
    await user.click(roll())
    await waitFor(() => expect(keptOf()).toMatchObject([{ state: 'unknown' }]))
    const [{ key }] = keptOf() as [Kept]
    mend()
    expect(screen.queryByText(unknownText)).toBeNull()
    await checking()
    expect(roll().getAttribute('aria-busy')).toBe('true')
    expect(await screen.findByText(/^(Win|Loss) · /, undefined, { timeout: 10_000 })).toBeTruthy()
    expect(table.keys()).toEqual([key])
    await waitFor(() => expect(roll().getAttribute('aria-busy')).toBeNull())
  }, 20_000)

  it('is told as unknown once, when it is too old for a check', async () => {
    const table = new DiceTable()
    const answer = Promise.withResolvers<DiceReply>()
    table.mishaps.push(answer.promise)
    const { user } = await openDice(table)
    await user.click(roll())
    await onePlay(table)
    const nowMs = Date.now() + 20 * 60_000
    jest.spyOn(Date, 'now').mockReturnValue(nowMs)
    const mend = breakCalls()
    answer.resolve(null)
    expect(await screen.findAllByText(unknownText, undefined, { timeout: 5_000 })).toHaveLength(1)
    expect(keptOf()).toEqual([])
    mend()
    cleanup()
    await openDice(table, { sameTab: true })
    expect(screen.queryByText(unknownText)).toBeNull()
    expect(table.plays()).toHaveLength(1)
  }, 20_000)
})

it('a bet under way when maintenance comes is shown with its result first', async () => {
  const table = new DiceTable()
  const answer = Promise.withResolvers<DiceReply>()
  table.mishaps.push(answer.promise)
  const { user, connection } = await openDice(table)
  await user.click(roll())
  await onePlay(table)
  act(() => connection.push(socketEvents.siteMaintenance, { siteMaintenance: true }))
  expect(screen.queryByRole('heading', { name: 'SITE UNDER MAINTENANCE' })).toBeNull()
  const [play] = table.plays()
  if (play) answer.resolve(table.decide(play))
  expect(await result()).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'SITE UNDER MAINTENANCE' })).toBeNull()
  expect(await screen.findByRole('heading', { name: 'SITE UNDER MAINTENANCE' })).toBeTruthy()
})

describe('a bet that is checked', () => {
  it('of a run that a reload has ended is the only one until it is known, and then a run can begin', async () => {
    const table = new DiceTable()
    table.mishaps.push(new Promise<DiceReply>(() => undefined))
    const { user } = await openDice(table)
    await user.click(screen.getByRole('tab', { name: 'Auto' }))
    await user.clear(screen.getByLabelText('Number of bets'))
    await user.type(screen.getByLabelText('Number of bets'), '1')
    await user.click(screen.getByRole('button', { name: 'Start Auto' }))
    await onePlay(table)
    cleanup()
    const answer = Promise.withResolvers<DiceReply>()
    table.mishaps.push(answer.promise)
    const again = await openDice(table, { sameTab: true })
    await checking()
    const start = await readyButton('Start Auto')
    expect(start.getAttribute('aria-busy')).toBe('true')
    await again.user.click(start)
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
    const [play] = table.plays()
    if (play) answer.resolve(table.decide(play))
    await waitFor(() => expect(start.getAttribute('aria-busy')).toBeNull())
    expect(new Set(table.keys()).size).toBe(1)
    await again.user.click(start)
    expect(await screen.findByText(/^1 of 1 .* · All bets done$/)).toBeTruthy()
    expect(table.plays()).toHaveLength(3)
  })

  it('takes no other in its place, whatever a page believes', async () => {
    const table = new DiceTable()
    const { user } = await openDice(table)
    const input = { betAmount: 20_000, rollOver: 50.5, clientSeed: 'asha-0123456789', ...table.next() }
    act(() => storeTabText(ownKey, keptText({ input, stakePaise: 20_000, sentAtMs: Date.now() })))
    await user.click(roll())
    expect(await screen.findByText(/^Checking whether your last bet was placed\. .* You can bet again/)).toBeTruthy()
    expect(table.plays()).toEqual([])
    expect(keptOf()).toMatchObject([{ key: 'first' }])
    await waitFor(() => expect(table.keys()).toEqual(['first']), { timeout: 5_000 })
  })

  it('goes on being checked after another page was looked at', async () => {
    const table = new DiceTable()
    table.mishaps.push(...Array.from({ length: 50 }, () => null))
    const { user } = await openDice(table)
    await user.click(roll())
    await onePlay(table)
    await user.click(screen.getAllByRole('link', { name: 'Slots' })[0] ?? document.body)
    await screen.findByRole('button', { name: 'SPIN' })
    await user.click(screen.getAllByRole('link', { name: 'Dice' })[0] ?? document.body)
    await checking()
    table.mishaps.length = 0
    const list = await screen.findByRole('region', { name: 'My bets' })
    expect(await within(list).findByRole('listitem')).toBeTruthy()
    await waitFor(() => expect(roll().getAttribute('aria-busy')).toBeNull())
    expect(new Set(table.keys()).size).toBe(1)
    expect(Object.keys(sessionStorage).filter((key) => key !== 'shownCommitments')).toEqual([])
  })

  it('keeps the maintenance screen away from nobody who has left its page', async () => {
    const table = new DiceTable()
    const answer = Promise.withResolvers<DiceReply>()
    table.mishaps.push(null, answer.promise)
    const { user, connection } = await openDice(table)
    await user.click(roll())
    await waitFor(() => expect(table.plays()).toHaveLength(2), { timeout: 5_000 })
    await user.click(screen.getAllByRole('link', { name: 'Slots' })[0] ?? document.body)
    await screen.findByRole('button', { name: 'SPIN' })
    act(() => connection.push(socketEvents.siteMaintenance, { siteMaintenance: true }))
    answer.resolve(refuse('too_many_requests', undefined, { retryAfterSeconds: 60 }))
    expect(await screen.findByRole('heading', { name: 'SITE UNDER MAINTENANCE' })).toBeTruthy()
  })

  it.each([
    ['its result', true, /^Earlier bet: (Win|Loss) · /],
    ['that it was not placed', false, /^Your last bet was not placed\. No money was taken\./],
  ])(
    'is answered under maintenance, too: %s is shown before the screen',
    async (_, booked, text) => {
      const table = new DiceTable()
      await reloadWithoutAnswer(table, booked)
      const reply = booked ? ok(table.lastAnswer(), { replayed: true }) : refuse('maintenance')
      const closed = Promise.withResolvers<undefined>()
      table.gateway.answer(playDice, () => closed.promise.then(() => reply))
      const { connection } = await openDice(table, { sameTab: true })
      await checking()
      act(() => connection.push(socketEvents.siteMaintenance, { siteMaintenance: true }))
      const screenTitle = { name: 'SITE UNDER MAINTENANCE' }
      expect(screen.queryByRole('heading', screenTitle)).toBeNull()
      closed.resolve(undefined)
      expect(await screen.findByText(text, undefined, { timeout: 10_000 })).toBeTruthy()
      expect(screen.queryByRole('heading', screenTitle)).toBeNull()
      expect(await screen.findByRole('heading', screenTitle, { timeout: 10_000 })).toBeTruthy()
      expect(new Set(table.keys()).size).toBe(1)
    },
    20_000,
  )
})
