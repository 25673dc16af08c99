import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { adminGetPlayer, getReturns, listCorrections, proposeCorrection } from '@kismet/contracts'
import { openDialog } from '@kismet/ui/feedback/confirm.tsx'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { paths, playerPath } from '../../core/paths.ts'
import { CorrectionDialog } from '../../entities/ledger/correction-form.tsx'
import { sessionEnded, sessionStarted } from '../../entities/session/session-slice.ts'
import { correction, ledgerPlayer } from '../../testing/ledger.ts'
import { openApp, sessionOf } from '../../testing/open-app.tsx'
import type { OpenApp } from '../../testing/open-app.tsx'
import { PlayerOffice } from '../../testing/player-office.ts'
import { player } from '../../testing/players.ts'

afterEach(() => localStorage.clear())

const form = async () => within(await screen.findByRole('form', { name: 'Propose a correction' }))
const reason = async (): Promise<HTMLElement> => (await form()).findByLabelText('Reason')
const isUnclear = (): boolean => screen.queryByText(/may have been proposed/) !== null
const keysOf = ({ office }: OpenApp): (string | null)[] =>
  office.requestsOf(proposeCorrection).map(({ headers }) => headers.get('Idempotency-Key'))

/** A correction is written into its form. */
async function writeOne({ user }: OpenApp): Promise<void> {
  const fields = await form()
  await user.type(fields.getByLabelText('Amount'), '99.50')
  await user.type(fields.getByLabelText('Reason'), 'Credited twice')
}

/** What is written is proposed, and what comes of it has come. */
async function propose(app: OpenApp): Promise<void> {
  const before = keysOf(app).length
  await app.user.click((await form()).getByRole('button', { name: 'Propose' }))
  await waitFor(() => expect(keysOf(app)).toHaveLength(before + 1))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Propose', busy: true })).toBeNull())
}

/** A correction is written on the page of the ledger, and not proposed. */
async function openWritten(): Promise<{ office: PlayerOffice; app: OpenApp }> {
  const office = new PlayerOffice()
  office.answer(getReturns, () => refuse('unavailable'))
  office.answer(listCorrections, () => ok({ corrections: [], nextCursor: null, pending: 0 }))
  const app = openApp(paths.ledger, { office })
  await choosePlayer(app)
  await writeOne(app)
  return { office, app }
}

/** A correction was proposed, and no answer has come. */
async function lostAnswer(): Promise<OpenApp> {
  const { office, app } = await openWritten()
  office.answer(proposeCorrection, () => null)
  await propose(app)
  await (await form()).findByText(/Send it again unchanged/)
  return app
}
/** The player of the correction is chosen. */
async function choosePlayer({ user }: OpenApp, typed = 'Asha.Rao@example.com'): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Propose a correction' }))
  await user.type(await screen.findByLabelText("Player's e-mail or id"), typed)
  await user.click(screen.getByRole('button', { name: 'Next' }))
}
const taken = ({ office }: OpenApp): void =>
  office.answer(proposeCorrection, ({ body }) => ok({ correction: correction(2, body as object) }))

function logIn({ store }: OpenApp): void {
  const { token, admin } = sessionOf('owner')
  act(() => void store.dispatch(sessionStarted({ token: `${token} anew`, admin })))
}

describe('a correction that may have been proposed', () => {
  it.each(['too_many_requests', 'unauthenticated'] as const)(
    'and is refused as %s has its key when it is sent once more, and says so until then',
    async (code) => {
      const app = await lostAnswer()
      app.office.answer(proposeCorrection, () => refuse(code, 'Wait a minute', { params: { retryAfterMs: 1_000 } }))
      await propose(app)
      if (code === 'unauthenticated') logIn(app)
      else (await form()).getByText('Wait a minute')
      await form()
      expect(isUnclear()).toBe(true)
      taken(app)
      await propose(app)
      const [one, , again] = keysOf(app)
      expect(again).toBe(one)
      expect(isUnclear()).toBe(false)
    },
  )

  it('has its key after another one was written in its place, and refused', async () => {
    const app = await lostAnswer()
    app.office.answer(proposeCorrection, () => refuse('not_found', 'Player not found'))
    await app.user.type(await reason(), '!')
    await (await form()).findByText(/No answer to an earlier proposal/)
    await propose(app)
    await (await form()).findByText('Player not found')
    expect(isUnclear()).toBe(true)
    await app.user.type(await reason(), '{Backspace}')
    await (await form()).findByText(/Send it again unchanged/)
    taken(app)
    await propose(app)
    const [one, other, again] = keysOf(app)
    expect(other).not.toBe(one)
    expect(again).toBe(one)
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Propose a correction' })).toBeNull())
  })

  it('has its key after another one was written in its place, and proposed', async () => {
    const app = await lostAnswer()
    taken(app)
    await app.user.type(await reason(), '!')
    await propose(app)
    await screen.findByText('Proposed. Another admin must approve it.')
    await waitFor(async () => expect(await reason()).toHaveProperty('value', ''))
    expect(isUnclear()).toBe(true)
    await writeOne(app)
    await propose(app)
    const [one, other, again] = keysOf(app)
    expect(other).not.toBe(one)
    expect(again).toBe(one)
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Propose a correction' })).toBeNull())
  })

  it('is no more where it is refused itself: it goes with another key', async () => {
    const app = await lostAnswer()
    app.office.answer(proposeCorrection, () => refuse('not_found', 'Player not found'))
    await propose(app)
    await (await form()).findByText('Player not found')
    expect(isUnclear()).toBe(false)
    await propose(app)
    const [one, same, anew] = keysOf(app)
    expect(same).toBe(one)
    expect(anew).not.toBe(one)
  })
})

describe('a correction of one player that is written', () => {
  const other = '0190b2a0-0000-7000-8000-000000000a02'
  /** The question about the balance of another player, opened from the player's page. */
  async function askAboutOther({ office }: OpenApp) {
    cleanup()
    const asha = player(Date.now())
    const ravi = { ...asha, _id: other, email: 'ravi@example.com' }
    office.answer(adminGetPlayer, ({ params }) => ok({ player: params.id === other ? ravi : asha }))
    const app = openApp(playerPath(other), { office, isReload: true })
    await app.user.click(await screen.findByRole('button', { name: 'Correct balance' }))
    return { ...app, question: within(await screen.findByRole('dialog', { name: 'Correct the balance' })) }
  }

  it('stays written after a look at the correction of another player', async () => {
    const office = new PlayerOffice()
    const app = openApp(paths.ledger, { office })
    await choosePlayer(app)
    await writeOne(app)
    const { user, question } = await askAboutOther(app)
    expect(question.getByLabelText('Reason')).toHaveProperty('value', '')
    await user.click(question.getByRole('button', { name: /^Cancel/ }))
    cleanup()
    openApp(paths.ledger, { office, isReload: true })
    expect(await reason()).toHaveProperty('value', 'Credited twice')
  })

  it('stays written after another correction is written on the page of another player, and each goes to its player', async () => {
    const { office, app } = await openWritten()
    const { user, question } = await askAboutOther(app)
    await user.type(question.getByLabelText('Amount'), '5')
    await user.type(question.getByLabelText('Reason'), 'Another fault')
    cleanup()
    const again = openApp(paths.ledger, { office, isReload: true })
    taken(again)
    const sent = () => office.requestsOf(proposeCorrection).map(({ body }) => body)
    expect(await reason()).toHaveProperty('value', 'Credited twice')
    await propose(again)
    expect(sent()).toMatchObject([{ playerId: ledgerPlayer, amount: 99.5, reason: 'Credited twice' }])
    await waitFor(async () => expect(await reason()).toHaveProperty('value', 'Another fault'))
    await propose(again)
    expect(sent()[1]).toMatchObject({ playerId: other, amount: 5, reason: 'Another fault' })
  })

  it('stays written while another correction of the same player is proposed with its own amount', async () => {
    const app = openApp(paths.ledger, { office: new PlayerOffice() })
    await choosePlayer(app)
    await writeOne(app)
    const start = { direction: 'take', amount: '2970', account: 'outside', reason: 'Booked wrongly' } as const
    act(
      () =>
        void openDialog((close) => <CorrectionDialog playerId={ledgerPlayer} start={start} onClose={() => close()} />),
    )
    const question = within(await screen.findByRole('dialog', { name: 'Correct the balance' }))
    expect(question.getByLabelText('Amount')).toHaveProperty('value', '2970')
    await app.user.type(question.getByLabelText('Reason'), '!')
    expect(question.getByLabelText('Reason')).toHaveProperty('value', 'Booked wrongly!')
    await app.user.click(question.getByRole('button', { name: /^Cancel/ }))
    cleanup()
    openApp(paths.ledger, { office: app.office, isReload: true })
    expect(await reason()).toHaveProperty('value', 'Credited twice')
  })

  it('names its player at another player after its answer was lost', async () => {
    const { question } = await askAboutOther(await lostAnswer())
    await question.findByText(/^No answer to an earlier proposal for asha\.rao@example\.com\./)
  })
})

it('a correction whose session ends while it is sent has its key when it is sent again', async () => {
  const office = new PlayerOffice()
  office.answer(getReturns, () => refuse('unavailable'))
  office.answer(listCorrections, () => ok({ corrections: [], nextCursor: null, pending: 0 }))
  const { promise, resolve } = Promise.withResolvers<undefined>()
  office.answer(proposeCorrection, async ({ body }) => {
    await promise
    return ok({ correction: correction(2, body as object) })
  })
  const app = openApp(paths.ledger, { office })
  await choosePlayer(app)
  await writeOne(app)
  await app.user.click((await form()).getByRole('button', { name: 'Propose' }))
  await waitFor(() => expect(keysOf(app)).toHaveLength(1))
  act(() => void app.store.dispatch(sessionEnded('ended')))
  await screen.findByRole('heading', { name: 'Admin login' })
  resolve(undefined)
  await act(() => new Promise((done) => setTimeout(done, 50)))
  logIn(app)
  await (await form()).findByText(/may have been proposed/)
  await propose(app)
  const [one, again] = keysOf(app)
  expect(again).toBe(one)
})

it('a correction that is refused while another page is looked at is told there, and stays written', async () => {
  const office = new PlayerOffice()
  office.answer(getReturns, () => refuse('unavailable'))
  office.answer(listCorrections, () => ok({ corrections: [], nextCursor: null, pending: 0 }))
  const answer = Promise.withResolvers<undefined>()
  office.answer(proposeCorrection, async () => {
    await answer.promise
    return refuse('not_found', 'Player not found')
  })
  const app = openApp(paths.ledger, { office })
  await choosePlayer(app)
  await writeOne(app)
  await app.user.click((await form()).getByRole('button', { name: 'Propose' }))
  await waitFor(() => expect(keysOf(app)).toHaveLength(1))
  await app.user.click(screen.getAllByRole('link', { name: /Dashboard/ })[0] ?? document.body)
  await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
  answer.resolve(undefined)
  expect(await screen.findByText('The correction was refused.')).toBeTruthy()
  expect(screen.getByText('Player not found')).toBeTruthy()
  await app.user.click(screen.getAllByRole('link', { name: /Ledger/ })[0] ?? document.body)
  expect(await reason()).toHaveProperty('value', 'Credited twice')
})
