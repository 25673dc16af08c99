import { afterEach, describe, expect, it } from '@jest/globals'
import { pollMs } from '@kismet/app-kit/live/connection-slice.ts'
import { refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { continueMinesAuto, getMinesAutoStatus, startMinesAuto } from '@kismet/contracts'
import { act, screen, waitFor } from '@testing-library/react'
import { FakeMinesAuto } from '../../testing/fake-mines-auto.ts'
import type { OpenSite } from '../../testing/open-site.tsx'
import { openSite } from '../../testing/open-site.tsx'
import { readyButton } from '../../testing/ready-button.ts'

afterEach(() => sessionStorage.clear())

const button = (name: string): HTMLElement => screen.getByRole('button', { name })
const told = (text: string | RegExp): Promise<HTMLElement> => screen.findByText(text, undefined, { timeout: 10_000 })
const lostText = /^Cannot reach the auto run/

/** The page of a run that the server did not answer for. From now on the server answers again. */
async function openLost(fake: FakeMinesAuto): Promise<OpenSite & { played: () => number }> {
  fake.run({ selectedTiles: [3, 4], stopAfterBets: 2 })
  let isDown = false
  fake.gateway.answer(continueMinesAuto, () => {
    isDown = true
    return refuse('maintenance')
  })
  fake.gateway.answer(getMinesAutoStatus, () =>
    isDown ? null : { answer: { settings: { ...fake.settings, gamesPlayed: fake.games } }, replayed: false },
  )
  const site = openSite('/mines-auto', { gateway: fake.gateway })
  expect(await told(lostText)).toBeTruthy()
  expect(screen.getByText('Stopped')).toBeTruthy()
  isDown = false
  fake.gateway.answer(continueMinesAuto, () => fake.play())
  return { ...site, played: () => fake.games.length }
}

describe('a run of Mines auto of which nothing can be learnt', () => {
  it.each<[string, (site: OpenSite) => Promise<void> | void]>([
    ['it is asked for again', ({ user }) => user.click(button('Try again'))],
    [
      'the connection is back',
      ({ connection }) =>
        act(() => {
          connection.down()
          connection.up()
        }),
    ],
  ])('is followed once %s', async (_, mend) => {
    const site = await openLost(new FakeMinesAuto())
    await mend(site)
    expect(await screen.findByText('Running')).toBeTruthy()
    await waitFor(() => expect(site.played()).toBe(1))
    expect(screen.queryByText(lostText)).toBeNull()
  })

  it('is followed by itself before long', async () => {
    const { played } = await openLost(new FakeMinesAuto())
    expect(await screen.findByText('Running', undefined, { timeout: pollMs.away + 5_000 })).toBeTruthy()
    await waitFor(() => expect(played()).toBe(1))
    expect(screen.queryByText(lostText)).toBeNull()
  })

  it('can be stopped, and is known again', async () => {
    const { user, played } = await openLost(new FakeMinesAuto())
    await user.click(button('Stop'))
    expect(await told('Stopped: Stopped By Player')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(lostText)).toBeNull())
    expect(played()).toBe(0)
  })

  it('can be reset, and the next one is played', async () => {
    const fake = new FakeMinesAuto()
    const { user, played } = await openLost(fake)
    await user.click(button('Reset'))
    expect(await told('Auto Mode Reset')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(lostText)).toBeNull())
    await user.click(await readyButton('Start Auto'))
    await waitFor(() => expect(played()).toBe(1))
    expect(fake.gateway.requestsOf(startMinesAuto)).toHaveLength(1)
    expect(screen.getByText('Running')).toBeTruthy()
  })
})

it('a command is on its way until the status after it has been read', async () => {
  const fake = new FakeMinesAuto()
  fake.run({ selectedTiles: [3] })
  fake.end('stopped_by_player')
  const { user } = openSite('/mines-auto', { gateway: fake.gateway })
  const reset = await readyButton('Reset')
  const read = Promise.withResolvers<undefined>()
  fake.gateway.answer(getMinesAutoStatus, async () => {
    await read.promise
    return { answer: { settings: { ...fake.settings, gamesPlayed: fake.games } }, replayed: false }
  })
  await user.click(reset)
  expect(await told('Auto Mode Reset')).toBeTruthy()
  expect(button('Reset').getAttribute('aria-busy')).toBe('true')
  read.resolve(undefined)
  await waitFor(() => expect(button('Reset').getAttribute('aria-busy')).toBeNull())
})
