import { afterEach, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import type { Answerable } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  approveBankMatches,
  adminListPlayers,
  adminListSupportMessages,
  approveCorrection,
  getReturns,
  listCorrections,
  setApprovalSettings,
  setSupportMessageStatus,
} from '@kismet/contracts'
import { QueryStatus } from '@reduxjs/toolkit/query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { paths } from '../core/paths.ts'
import { sessionEnded, sessionStarted } from '../entities/session/session-slice.ts'
import { BankOffice } from '../testing/bank-office.ts'
import { statement, wireMatch } from '../testing/bank-statements.ts'
import { correction } from '../testing/ledger.ts'
import { messages } from '../testing/messages.ts'
import type { OpenApp } from '../testing/open-app.tsx'
import { openApp, sessionOf } from '../testing/open-app.tsx'

afterEach(() => localStorage.clear())

const click = async ({ user }: OpenApp, name: string | RegExp): Promise<void> =>
  user.click(await screen.findByRole('button', { name }))
const confirm = async ({ user }: OpenApp, name: string): Promise<void> =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

/** Something that an admin does, and whose answer is held. */
interface Deed {
  readonly name: string
  readonly at: string
  readonly call: Answerable
  /** `held` ends when the answer may come. */
  readonly prepare: (office: BankOffice, held: Promise<unknown>) => void
  readonly act: (app: OpenApp) => Promise<void>
}

const deeds: readonly Deed[] = [
  {
    name: 'a correction',
    at: paths.ledger,
    call: approveCorrection,
    prepare: (office, held) => {
      office.answer(getReturns, () => refuse('unavailable'))
      office.answer(listCorrections, () => ok({ corrections: [correction(1)], nextCursor: null, pending: 1 }))
      office.answer(approveCorrection, async () => {
        await held
        return ok({ correction: correction(1, { status: 'approved', isBooked: true }) })
      })
    },
    act: async (app) => {
      await click(app, 'Approve')
      await confirm(app, 'Approve and book')
    },
  },
  {
    name: 'a near pair of a bank',
    at: `${paths.bankStatement}?id=${statement._id}`,
    call: approveBankMatches,
    prepare: (office, held) => {
      office.answer(approveBankMatches, async ({ body }) => {
        await held
        const [pair] = (body as { pairs: { requestId: string }[] }).pairs
        return ok({ results: [{ requestId: pair?.requestId ?? '', outcome: 'approved', message: null }] })
      })
    },
    act: async (app) => {
      await click(app, /^Approve ₹/)
      await confirm(app, 'Approve ₹500.00')
    },
  },
  {
    name: 'a support message',
    at: paths.support,
    call: setSupportMessageStatus,
    prepare: (office, held) => {
      const [first] = messages(0)
      const all = first ? [first] : []
      office.answer(adminListSupportMessages, () => ok({ messages: all, nextCursor: null, open: 1, total: 1 }))
      office.answer(setSupportMessageStatus, async () => {
        await held
        return first ? ok({ message: { ...first, status: 'closed' } }) : null
      })
    },
    act: async ({ user }) => {
      const button = await screen.findByRole('button', { name: 'Mark Closed' })
      act(() => button.focus())
      await user.keyboard('{Enter}')
    },
  },
  {
    name: 'the amount of a second approval',
    at: paths.qrSettings,
    call: setApprovalSettings,
    prepare: (office, held) => {
      office.answer(setApprovalSettings, async () => {
        await held
        return refuse('settings_changed')
      })
    },
    act: async (app) => {
      await app.user.type(await screen.findByLabelText('Second admin above'), '5000')
      await click(app, 'Save rules')
      await confirm(app, 'Save rules')
    },
  },
  {
    name: 'a search',
    at: paths.account,
    call: adminListPlayers,
    prepare: (office, held) => {
      office.answer(adminListPlayers, async () => {
        await held
        return ok({ players: [], nextCursor: null })
      })
    },
    act: async ({ user }) => {
      await screen.findByRole('searchbox', { name: 'Find a player, a request or a round' })
      await user.keyboard('/nobody@example.com{Enter}')
    },
  },
]

it.each(
  deeds.flatMap((deed) => [
    { ...deed, when: 'before the next login', isBefore: true },
    { ...deed, when: 'after the next login', isBefore: false },
  ]),
)('what became of $name is told to nobody once its session is over: $when', async (deed) => {
  const office = new BankOffice([wireMatch(1, { near: 'similar' })])
  const { promise: held, resolve } = Promise.withResolvers<undefined>()
  deed.prepare(office, held)
  const app = openApp(deed.at, { office })
  const { store } = app
  await deed.act(app)
  await waitFor(() => expect(office.requestsOf(deed.call)).toHaveLength(1))
  const told: string[] = []
  store.subscribe(() => told.push(...store.getState().notices.map(({ text }) => text)))
  const logIn = (): void => act(() => void store.dispatch(sessionStarted(sessionOf('cashier'))))
  act(() => void store.dispatch(sessionEnded('logout')))
  await screen.findByRole('heading', { name: 'Admin login' })
  if (!deed.isBefore) logIn()
  act(() => resolve(undefined))
  if (deed.isBefore) logIn()
  // What is answered after it is known after it.
  await screen.findAllByRole('navigation')
  await waitFor(() => expect(Object.keys(store.getState().api.queries)).not.toEqual([]))
  await waitFor(() =>
    expect(Object.values(store.getState().api.queries).every((query) => query?.status !== QueryStatus.pending)).toBe(
      true,
    ),
  )
  expect(told).toEqual([])
})
