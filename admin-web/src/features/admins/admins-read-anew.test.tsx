import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { endAdminSessions, setAdminRules } from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { personPollMs } from '../../core/person-poll.ts'
import { adminRow, openAdmins, openAsha } from '../../testing/admins-office.ts'

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true })
})
afterEach(() => {
  jest.restoreAllMocks()
  jest.useRealTimers()
  localStorage.clear()
})

const readAnew = async (): Promise<void> => act(() => jest.advanceTimersByTimeAsync(personPollMs))

describe('the page of admins, read anew', () => {
  it('says by itself what others have changed', async () => {
    const { office, asha } = await openAsha()
    expect(await asha.findAllByRole('button', { name: 'End' })).toHaveLength(2)
    Object.assign(office.named('asha'), { sessions: 1 })
    office.sessions = office.sessions.slice(0, 1)
    await readAnew()
    await adminRow(/asha.*1$/)
    await waitFor(() => expect(asha.getAllByRole('button', { name: 'End' })).toHaveLength(1))
  })

  it('keeps sessions in their places whichever was used last, and has new ones below', async () => {
    const { office, asha } = await openAsha()
    const devices = () => asha.getAllByRole('listitem').map((item) => within(item).getByText(/ on /).textContent)
    await asha.findAllByRole('button', { name: 'End' })
    expect(devices()).toEqual(['Chrome on Windows', 'Chrome on Android'])
    const [windows, android] = office.sessions
    if (!windows || !android) throw new Error('there are two')
    const added = { ...android, _id: `${android._id.slice(0, -2)}00`, device: 'Safari on iPhone' }
    office.sessions = [{ ...added, startedAt: new Date().toISOString() }, android, windows]
    await readAnew()
    await asha.findByText('Safari on iPhone')
    expect(devices()).toEqual(['Chrome on Windows', 'Chrome on Android', 'Safari on iPhone'])
  })

  it('ends no session that has only just come under the pointer', async () => {
    const { user, office, asha } = await openAsha()
    expect(await asha.findAllByRole('button', { name: 'End' })).toHaveLength(2)
    const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000)
    office.sessions = office.sessions.slice(1)
    await readAnew()
    await waitFor(() => expect(asha.getAllByRole('button', { name: 'End' })).toHaveLength(1))
    const end = asha.getByRole('button', { name: 'End' })
    await user.click(end)
    expect(office.requestsOf(endAdminSessions)).toEqual([])
    now.mockReturnValue(performance.now() + 1_000)
    await user.click(end)
    await screen.findByText('The session has ended')
    expect(office.requestsOf(endAdminSessions)).toHaveLength(1)
  })

  it('goes on asking what was asked when another owner has switched the rule meanwhile', async () => {
    const { user, office } = openAdmins()
    await user.click(await screen.findByRole('button', { name: 'Make it compulsory' }))
    const question = within(await screen.findByRole('dialog', { name: 'Require two-step login of every admin?' }))
    office.house.totpRequired = true
    await readAnew()
    await screen.findByText('required of all')
    await user.click(question.getByRole('button', { name: 'Make it compulsory' }))
    await screen.findByText('Two-step login is compulsory')
    expect(office.requestsOf(setAdminRules).map(({ body }) => body)).toEqual([{ totpRequired: true }])
  })
})
