import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import type { EndReason } from '@kismet/app-kit/session/session-core.ts'
import {
  addPlayerNote,
  adminGetPlayer,
  adminListEntries,
  adminListPlayerNotes,
  getReturns,
  listCorrections,
  proposeCorrection,
} from '@kismet/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { paths, playerPath } from '../core/paths.ts'
import { sessionEnded, sessionStarted } from '../entities/session/session-slice.ts'
import type { AdminSession } from '../entities/session/storage.ts'
import { correction, ledgerPlayer } from '../testing/ledger.ts'
import { BackOffice, openApp, sessionOf } from '../testing/open-app.tsx'
import type { OpenApp } from '../testing/open-app.tsx'
import { PlayerOffice } from '../testing/player-office.ts'
import { player } from '../testing/players.ts'

afterEach(() => localStorage.clear())

async function lookElsewhere({ user, back }: OpenApp): Promise<void> {
  await user.click(screen.getAllByRole('link', { name: /Dashboard/ })[0] ?? document.body)
  await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
  act(back)
}
const isAskedForNothing = (): Promise<void> =>
  waitFor(() => expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true))
const form = async (name: string) => within(await screen.findByRole('form', { name }))
const textOf = (field: HTMLElement): string => (field as HTMLTextAreaElement).value

function correctionsOffice(): BackOffice {
  const office = new PlayerOffice()
  office.answer(getReturns, () => refuse('unavailable'))
  office.answer(listCorrections, () => ok({ corrections: [], nextCursor: null, pending: 0 }))
  return office
}

async function writeCorrection({ user }: OpenApp): ReturnType<typeof form> {
  await user.click(await screen.findByRole('button', { name: 'Propose a correction' }))
  await user.type(await screen.findByLabelText("Player's e-mail or id"), 'Asha.Rao@example.com')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  const fields = await form('Propose a correction')
  await user.type(fields.getByLabelText('Amount'), '99.50')
  await user.type(fields.getByLabelText('Reason'), 'Credited twice')
  return fields
}

it('a correction stays, with its key, while another page is looked at: it is proposed once', async () => {
  const office = correctionsOffice()
  const keys: (string | null)[] = []
  office.answer(proposeCorrection, ({ headers }) => {
    keys.push(headers.get('Idempotency-Key'))
    return null
  })
  const app = openApp(paths.ledger, { office })
  let fields = await writeCorrection(app)
  await app.user.click(fields.getByRole('button', { name: 'Propose' }))
  await fields.findByText(/may have been proposed/)
  await lookElsewhere(app)
  fields = await form('Propose a correction')
  fields.getByText(/may have been proposed/)
  office.answer(proposeCorrection, ({ headers, body }) => {
    keys.push(headers.get('Idempotency-Key'))
    return ok({ correction: correction(2, body as object) })
  })
  await app.user.click(fields.getByRole('button', { name: 'Propose' }))
  await screen.findByText('Proposed. Another admin must approve it.')
  expect(keys[0]).toHaveLength(32)
  expect(keys[1]).toBe(keys[0])
  await isAskedForNothing()
  await app.user.click(await screen.findByRole('button', { name: 'Propose a correction' }))
  await form('Find the player')
  expect(screen.queryByText(/may have been proposed/)).toBeNull()
})

it('a correction that is being sent takes nothing else, nor once it is come back to, until its answer has come', async () => {
  const office = correctionsOffice()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  office.answer(proposeCorrection, async ({ body }) => {
    await promise
    return ok({ correction: correction(2, body as object) })
  })
  const app = openApp(paths.ledger, { office })
  let fields = await writeCorrection(app)
  await app.user.click(fields.getByRole('button', { name: 'Propose' }))
  await lookElsewhere(app)
  fields = await form('Propose a correction')
  await app.user.type(fields.getByLabelText('Amount'), '9')
  await app.user.type(fields.getByLabelText('Reason'), ' again')
  await app.user.selectOptions(fields.getByLabelText('Borne by'), 'house')
  await app.user.click(fields.getByRole('radio', { name: 'Take from the player' }))
  await app.user.click(fields.getByRole('button', { name: 'Cancel' }))
  expect(fields.getByLabelText<HTMLInputElement>('Amount').value).toBe('99.50')
  expect(textOf(fields.getByLabelText('Reason'))).toBe('Credited twice')
  expect(fields.getByLabelText<HTMLSelectElement>('Borne by').value).toBe('outside')
  expect(fields.getByRole('radio', { name: 'Give to the player' }).getAttribute('aria-checked')).toBe('true')
  resolve(undefined)
  await screen.findByText('Proposed. Another admin must approve it.')
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Propose a correction' })).toBeNull())
  expect(office.requestsOf(proposeCorrection)).toHaveLength(1)
})

describe('once the session is over', () => {
  /** An app after the end of a session, with a proposed correction whose outcome is unknown. */
  async function afterEnd(reason: EndReason): Promise<OpenApp> {
    const office = correctionsOffice()
    office.answer(proposeCorrection, () => null)
    const app = openApp(paths.ledger, { office })
    const fields = await writeCorrection(app)
    await app.user.click(fields.getByRole('button', { name: 'Propose' }))
    await fields.findByText(/may have been proposed/)
    act(() => void app.store.dispatch(sessionEnded(reason)))
    await screen.findByRole('heading', { name: 'Admin login' })
    return app
  }
  const logIn = ({ store }: OpenApp, change: Partial<AdminSession['admin']> = {}): void => {
    const { token, admin } = sessionOf('owner')
    act(() => void store.dispatch(sessionStarted({ token: `${token} anew`, admin: { ...admin, ...change } })))
  }

  it('its admin finds a correction again, with its key', async () => {
    const app = await afterEnd('ended')
    logIn(app)
    const fields = await form('Propose a correction')
    expect(textOf(fields.getByLabelText('Reason'))).toBe('Credited twice')
    expect(fields.getByText(/may have been proposed/)).toBeTruthy()
    await app.user.click(fields.getByRole('button', { name: 'Propose' }))
    await fields.findByText(/may have been proposed/)
    const [one, again] = app.office.requestsOf(proposeCorrection).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(one).toHaveLength(32)
    expect(again).toBe(one)
  })

  it.each([
    { who: 'another admin', reason: 'ended', change: { _id: '0190b2a0-0000-7000-8000-0000000000fe' } },
    { who: 'whoever logs in after a logout by hand', reason: 'logout', change: {} },
  ] as const)('$who finds nothing of it', async ({ reason, change }) => {
    const app = await afterEnd(reason)
    logIn(app, change)
    await screen.findByRole('button', { name: 'Propose a correction' })
    expect(screen.queryByRole('form', { name: 'Propose a correction' })).toBeNull()
    await isAskedForNothing()
  })
})

it('a note stays with its player while another page is looked at, and goes once it is written', async () => {
  const office = new BackOffice()
  office.answer(adminGetPlayer, () => ok({ player: player(Date.now()) }))
  office.answer(adminListEntries, () => ok({ entries: [], nextCursor: null }))
  office.answer(adminListPlayerNotes, () => ok({ notes: [], nextCursor: null }))
  const app = openApp(playerPath(ledgerPlayer), { office })
  await app.user.click(await screen.findByRole('button', { name: 'Add' }))
  await app.user.type((await form('Write a note')).getByLabelText('Note'), 'Called twice')
  await lookElsewhere(app)
  const field = (await form('Write a note')).getByLabelText('Note')
  expect(textOf(field)).toBe('Called twice')
  expect(document.activeElement).not.toBe(field)
  await app.user.clear(field)
  await app.user.type(field, 'Called')
  const { promise, resolve } = Promise.withResolvers<undefined>()
  office.answer(addPlayerNote, async ({ body }) => {
    await promise
    const { text } = body as { text: string }
    return ok({ note: { _id: '200', kind: 'note', text, by: 'some.owner', at: new Date().toISOString() } })
  })
  await app.user.click(screen.getByRole('button', { name: 'Write note' }))
  await app.user.type(field, ' thrice')
  expect(textOf(field)).toBe('Called')
  await lookElsewhere(app)
  await app.user.click(await screen.findByRole('button', { name: 'Write note' }))
  resolve(undefined)
  await screen.findByText('Note saved')
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Write a note' })).toBeNull())
  expect(office.requestsOf(addPlayerNote).map(({ body }) => body)).toEqual([{ text: 'Called' }])
  await isAskedForNothing()
})
