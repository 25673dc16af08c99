import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getOnlineUsers, getSiteMaintenance, setSiteMaintenance } from '@kismet/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { selectToasts } from '../../entities/notices/notices-slice.ts'
import type { OpenApp } from '../../testing/open-app.tsx'
import { BackOffice, openApp } from '../../testing/open-app.tsx'

const heading = (name: string): Promise<HTMLElement> => screen.findByRole('heading', { name, level: 1 })

afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
  localStorage.clear()
})

describe('the maintenance switch', () => {
  it('asks first, says to how many, and tells what became of it', async () => {
    const { user, office } = openApp('/admin/game-mode')
    office.answer(setSiteMaintenance, () => ok({ siteMaintenance: true }))
    await user.click(await screen.findByRole('switch'))
    const question = await screen.findByRole('dialog', { name: 'Turn site maintenance on?' })
    expect(question.textContent).toContain('12 players online now see SITE UNDER MAINTENANCE')
    expect(office.requestsOf(setSiteMaintenance)).toHaveLength(0)
    await user.click(within(question).getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('Site maintenance is on.')).toBeTruthy()
    expect(office.requestsOf(setSiteMaintenance)[0]?.body).toEqual({ siteMaintenance: true })
  })

  it('takes a reason, and keeps it where the order was refused', async () => {
    const { user, office } = openApp('/admin/game-mode')
    office.answer(setSiteMaintenance, () => refuse('forbidden'))
    await user.click(await screen.findByRole('switch'))
    await user.type(await screen.findByLabelText('Reason'), 'Wallet upgrade')
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('Failed to update mode')).toBeTruthy()
    office.answer(setSiteMaintenance, () => ok({ siteMaintenance: true }))
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const reasons = office.requestsOf(setSiteMaintenance).map(({ body }) => body)
    expect(reasons).toEqual([0, 1].map(() => ({ siteMaintenance: true, reason: 'Wallet upgrade' })))
  })

  it('takes no second order while one is on its way, neither by Escape nor by another page', async () => {
    const { user, office } = openApp('/admin/game-mode')
    let letGo = (): void => undefined
    office.answer(
      setSiteMaintenance,
      () =>
        new Promise((resolve) => {
          letGo = () => resolve(ok({ siteMaintenance: true }))
        }),
    )
    await user.click(await screen.findByRole('switch'))
    await user.click(await screen.findByRole('button', { name: 'Turn on' }))
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(screen.getByRole('switch')).toHaveProperty('disabled', true)
    await user.click(screen.getAllByRole('link', { name: /Dashboard/ })[0] ?? document.body)
    await heading('Dashboard')
    await user.click(screen.getAllByRole('link', { name: /Game mode/ })[0] ?? document.body)
    expect(await screen.findByRole('switch')).toHaveProperty('disabled', true)
    act(() => letGo())
    expect(await screen.findByText('Site maintenance is on.')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('switch')).toHaveProperty('disabled', false))
    expect(office.requestsOf(setSiteMaintenance)).toHaveLength(1)
  })

  it('speaks of one player as of one', async () => {
    const office = new BackOffice()
    office.answer(getOnlineUsers, () => ok({ count: 1, users: [] }))
    const { user } = openApp('/admin/game-mode', { office })
    await user.click(await screen.findByRole('switch'))
    const question = await screen.findByRole('dialog')
    await waitFor(() => expect(question.textContent).toContain('1 player online now sees'))
  })

  it('says Failed to update mode with the reason', async () => {
    const { user, office } = openApp('/admin/game-mode')
    office.answer(setSiteMaintenance, () => refuse('forbidden', 'You may not do this.'))
    await user.click(await screen.findByRole('switch'))
    await user.click(await screen.findByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('Failed to update mode')).toBeTruthy()
    expect(screen.getByText('You may not do this.')).toBeTruthy()
    expect(screen.getByRole('dialog', { name: 'Turn site maintenance on?' })).toBeTruthy()
  })

  it('says what is true when the answer to the switch was lost, and asks nobody once more', async () => {
    const opened = jest.spyOn(HTMLDialogElement.prototype, 'showModal')
    const { user, office } = openApp('/admin/game-mode')
    office.answer(setSiteMaintenance, () => {
      office.answer(getSiteMaintenance, () => ok({ siteMaintenance: true }))
      return null
    })
    await user.click(await screen.findByRole('switch'))
    await user.click(await screen.findByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText(/^Checking: no answer yet/)).toBeTruthy()
    expect(await screen.findByText('Settings updated')).toBeTruthy()
    expect(screen.getByText('Site maintenance is on.')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('switch')).toHaveProperty('disabled', false))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(opened).toHaveBeenCalledTimes(1)
    expect(office.requestsOf(setSiteMaintenance)).toHaveLength(1)
  })
})

describe('an order to the site without an answer', () => {
  /** Turns maintenance on, without an answer; `isOn` says how the site is after so many reads since then. */
  async function loseAnswer(isOn: (reads: number) => boolean): Promise<OpenApp> {
    const app = openApp('/admin/game-mode')
    const { office } = app
    let reads = 0
    office.answer(setSiteMaintenance, () => {
      office.answer(getSiteMaintenance, () => ok({ siteMaintenance: isOn((reads += 1)) }))
      return null
    })
    await screen.findByRole('switch')
    jest.useFakeTimers()
    const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) })
    await user.click(screen.getByRole('switch'))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn on' }))
    return app
  }
  const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms))
  const told = ({ store }: OpenApp): string[] => selectToasts(store.getState()).map(({ text }) => text)
  const isChecking = (): boolean => screen.queryByText(/^Checking: no answer yet/) !== null

  it('that is late is not told as failed: the site is read until it is as it was ordered', async () => {
    const app = await loseAnswer((reads) => reads > 4)
    await pass(8_000)
    expect([told(app), isChecking()]).toEqual([[], true])
    await pass(5_000)
    expect([told(app), isChecking()]).toEqual([['Settings updated'], false])
    expect(app.office.requestsOf(setSiteMaintenance)).toHaveLength(1)
  })

  it.each(['unavailable', 'too_many_requests'] as const)(
    'is read again when the first read is refused as %s',
    async (code) => {
      const app = await loseAnswer(() => true)
      app.office.answer(getSiteMaintenance, () => refuse(code))
      await pass(2_000)
      expect([told(app), isChecking()]).toEqual([[], true])
      app.office.answer(getSiteMaintenance, () => ok({ siteMaintenance: true }))
      await pass(5_000)
      expect([told(app), isChecking()]).toEqual([['Settings updated'], false])
    },
  )

  it('that does not show for half a minute is told as unclear, with how the site is, and is not sent again', async () => {
    const app = await loseAnswer(() => false)
    await pass(25_000)
    expect(told(app)).toEqual([])
    await pass(15_000)
    expect(selectToasts(app.store.getState())).toMatchObject([
      { text: 'Unclear', detail: expect.stringMatching(/^Site maintenance is off\. Your change may still go through/) },
    ])
    expect(isChecking()).toBe(false)
    expect(app.office.requestsOf(setSiteMaintenance)).toHaveLength(1)
  })
})
