import { afterEach, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { adminListPlayers, dayOf, daysOfPreset, deleteView, listViews, renameView, saveView } from '@kismet/contracts'
import type { SavedView } from '@kismet/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { paths } from '../core/paths.ts'
import { BackOffice, openApp } from '../testing/open-app.tsx'
import { players } from '../testing/players.ts'

afterEach(() => localStorage.clear())

/** A back office that keeps views as auth does. */
function officeWithViews(): BackOffice {
  const answers = new BackOffice()
  let views: SavedView[] = []
  const shared = { page: paths.players, name: 'New', query: 'state=active', isShared: true, isMine: false, by: 'asha' }
  views.push({ _id: '0190b2a0-0000-7000-8000-0000000000c0', ...shared })
  answers.answer(adminListPlayers, () => ok({ players: players(Date.now()), nextCursor: null }))
  answers.answer(listViews, () => ok({ views }))
  answers.answer(saveView, ({ body }) => {
    const mine = { _id: '0190b2a0-0000-7000-8000-0000000000c1', isMine: true, by: 'some.owner' }
    const view = { ...(body as Pick<SavedView, 'page' | 'name' | 'query' | 'isShared'>), ...mine }
    views = [...views, view]
    return ok({ view })
  })
  answers.answer(renameView, ({ params, body }) => {
    views = views.map((view) => (view._id === params.id ? { ...view, ...(body as { name: string }) } : view))
    const [view = shared] = views.filter(({ _id }) => _id === params.id)
    return ok({ view: { _id: '', ...view } })
  })
  answers.answer(deleteView, ({ params }) => {
    views = views.filter(({ _id }) => _id !== params.id)
    return ok({ message: 'Deleted' })
  })
  return answers
}

it('a view of “Last month” is of the month before the day on which it is opened', async () => {
  const office = officeWithViews()
  const { user } = openApp(paths.players, { office })
  await user.selectOptions(await screen.findByLabelText('Signed up'), 'Last month')
  await user.click(screen.getByRole('button', { name: 'Saved views' }))
  await user.click(await screen.findByRole('button', { name: 'Save this view' }))
  await user.type(screen.getByLabelText('Name'), 'Month end')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(office.requestsOf(saveView)[0]?.body).toMatchObject({ query: 'days=last-month' }))
  const { from, to } = daysOfPreset('last-month', dayOf(Date.now()))
  const asked = office.requestsOf(adminListPlayers).at(-1)?.query
  expect([asked?.get('from'), asked?.get('to')]).toEqual([from, to])
})

it('an admin saves the filters, days and columns of a list under a name, chooses them again, renames and deletes them', async () => {
  const office = officeWithViews()
  const { user, address } = openApp(`${paths.players}?state=suspended&from=2026-11-01&to=2026-11-28`, { office })
  await user.click(await screen.findByRole('button', { name: 'Choose columns' }))
  await user.click(screen.getByRole('switch', { name: 'Last login' }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'Saved views' }))
  await user.click(await screen.findByRole('button', { name: 'Save this view' }))
  await user.type(screen.getByLabelText('Name'), 'Suspended in November')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(office.requestsOf(saveView)).toHaveLength(1))
  expect(office.requestsOf(saveView)[0]?.body).toEqual({
    page: paths.players,
    name: 'Suspended in November',
    query: 'state=suspended&from=2026-11-01&to=2026-11-28&hide=Last+login',
    isShared: false,
  })
  const list = await screen.findByRole('list', { name: 'Saved views' })
  expect(within(list).getByText('by asha')).toBeTruthy()
  expect(within(list).queryByRole('button', { name: 'Delete New' })).toBeNull()
  await user.click(within(list).getByRole('button', { name: 'New' }))
  await waitFor(() => expect(address()).toBe(`${paths.players}?state=active`))

  await user.click(screen.getByRole('button', { name: 'Saved views' }))
  await user.click(await screen.findByRole('button', { name: 'Rename Suspended in November' }))
  await user.clear(screen.getByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), 'Locked out{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Locked out' }))
  await waitFor(() => expect(address()).toContain('state=suspended&from=2026-11-01&to=2026-11-28&hide=Last+login'))
  expect(screen.queryByRole('columnheader', { name: 'Last login' })).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Saved views' }))
  await user.click(await screen.findByRole('button', { name: 'Delete Locked out' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Locked out' })).toBeNull())
})
