import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  addAdminAccount,
  adminListPlayers,
  adminLogin,
  dayOf,
  deleteView,
  savedViewLimits,
  listViews,
  renameView,
  saveView,
} from '@kismet/contracts'
import { adminCredentials, AuthWorld, newAddress } from './auth-world.ts'

let world: AuthWorld
let owner: string
let cashier: string
const page = '/admin/players'

beforeAll(async () => {
  world = await AuthWorld.open()
  owner = (await world.call(adminLogin, adminCredentials)).token
  const username = `cashier-${newAddress()}`
  const added = await world.call(addAdminAccount, { username, role: 'cashier' }, { token: owner })
  const credentials = { username, password: added.password, newPassword: 'a-password-of-my-own' }
  cashier = (await world.call(adminLogin, credentials, { ip: newAddress() })).token
}, 60_000)
afterAll(() => world.close())

const save = (token: string, name: string, isShared = false, query = 'state=suspended') =>
  world.call(saveView, { page, name, query, isShared }, { token })
const namesOf = async (token: string) =>
  (await world.call(listViews, { page }, { token })).views.map(({ name, isMine }) => [name, isMine])

describe('a saved view', () => {
  it('is its owner’s alone, or shared with all', async () => {
    await save(owner, 'Mine')
    await save(owner, 'For all', true)
    await save(cashier, 'The cashier’s')
    expect(await namesOf(owner)).toEqual([
      ['For all', true],
      ['Mine', true],
    ])
    expect(await namesOf(cashier)).toEqual([
      ['The cashier’s', true],
      ['For all', false],
    ])
    expect((await world.call(listViews, { page: '/admin/analytics' }, { token: owner })).views).toEqual([])
  })

  it('is replaced under its name, renamed and deleted by its owner alone', async () => {
    const { view } = await save(owner, 'Shared', true)
    const again = await save(owner, 'Shared', true, 'state=closed')
    expect([again.view._id, again.view.query]).toEqual([view._id, 'state=closed'])
    const id = view._id
    for (const change of [
      world.call(renameView, { id, name: 'Taken' }, { token: cashier }),
      world.call(deleteView, { id }, { token: cashier }),
      world.call(deleteView, { id: 'x' }, { token: owner }),
    ])
      await expect(change).rejects.toMatchObject({ code: 'not_found' })
    const clash = world.call(renameView, { id, name: 'Mine' }, { token: owner })
    await expect(clash).rejects.toMatchObject({ code: 'view_exists' })
    expect((await world.call(renameView, { id, name: 'Closed' }, { token: owner })).view.name).toBe('Closed')
    await world.call(deleteView, { id }, { token: owner })
    expect(await namesOf(owner)).not.toContainEqual(['Closed', true])
  })

  it('is refused once an admin has the maximum number', async () => {
    const { ofAdmin } = savedViewLimits
    const [saved] = await world.rows<{ count: number }>(
      `SELECT count(*)::integer AS count FROM saved_view WHERE admin_name LIKE 'cashier-%'`,
    )
    for (let n = saved?.count ?? 0; n < ofAdmin; n += 1) await save(cashier, `View ${n}`)
    await expect(save(cashier, 'One more')).rejects.toMatchObject({ code: 'views_full', params: { max: ofAdmin } })
    expect(await namesOf(cashier)).not.toContainEqual(['One more', true])
  })

  it.each([{ page: 'https://example.in' }, { name: ' ' }, { query: 'x'.repeat(2_001) }])('is not %j', async (wrong) => {
    const asked = world.call(saveView, { page, name: 'A', query: '', isShared: false, ...wrong }, { token: owner })
    await expect(asked).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

it('players are listed by the days of their sign-up in India', async () => {
  const { id } = await world.player('early.bird@example.in')
  await world.rows(`UPDATE player SET verified_at = '2025-02-28T18:30:00Z' WHERE id = $1`, [id])
  const found = async (from: string, to: string) =>
    (await world.call(adminListPlayers, { search: 'early.bird', from, to }, { token: owner })).players.length
  expect(await found('2025-03-01', '2025-03-01')).toBe(1)
  expect(await found('2025-02-01', '2025-02-28')).toBe(0)
  expect(await found('2025-03-02', dayOf(Date.now()))).toBe(0)
})
