import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { bookAdminAction, bookExport, bookPlayView } from '@kismet/contracts'
import { auditFault } from '@kismet/test-env/test-audit'
import { AuthWorld } from './auth-world.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

const target = '019a8f00-0000-7000-8000-000000000001'
const action = { action: 'support-message.close', target, detail: { playerId: null } } as const
const rowsOf = (id: string) => world.rows(`SELECT admin_name, detail FROM audit WHERE target = '${id}'`)

describe('an action that another service books', () => {
  it('is one row of the audit log a key, however many book it at once', async () => {
    const token = await world.adminToken()
    const key = 'support-message:1:closed:1'
    const book = () => world.support.call(bookAdminAction, { key, ...action }, { requestId: 'test', token })
    const answers = await Promise.all(Array.from({ length: 10 }, book))
    expect(new Set(answers.map(({ by, at }) => `${by} ${at}`)).size).toBe(1)
    expect(answers[0]?.by).toBe('owner')
    expect(await rowsOf(target)).toEqual([{ admin_name: 'owner', detail: action.detail }])
    expect(await auditFault(world.service.context.db, 'auth')).toBeNull()
  })

  it('is refused under the key of another one', async () => {
    const token = await world.adminToken()
    const key = 'support-message:1:closed:1'
    const other = { key, ...action, action: 'support-message.reopen' as const }
    await expect(world.support.call(bookAdminAction, other, { requestId: 'test', token })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    })
  })

  it('is an action of an admin who may do it', async () => {
    const key = 'support-message:2:closed:1'
    for (const token of [undefined, (await world.player()).token])
      await expect(
        world.support.call(bookAdminAction, { key, ...action }, { requestId: 'test', token }),
      ).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await rowsOf(target)).toHaveLength(1)
  })
})

it('a look at a play is a row each time, of an admin of any role and of nobody else', async () => {
  const betId = '019a8f00-0000-7000-8000-000000000002'
  const token = await world.adminToken()
  const look = (by: string) => world.mines.call(bookPlayView, { betId }, { requestId: 'test', token: by })
  await look(token)
  await look(token)
  await expect(look((await world.player()).token)).rejects.toMatchObject({ code: 'unauthenticated' })
  const rows = await world.rows(`SELECT admin_name, action FROM audit WHERE target = '${betId}'`)
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ admin_name: 'owner', action: 'play.view' })))
})

it('an export of analytics is a row each time, with its format and filters', async () => {
  const token = await world.adminToken()
  const file = { list: 'player', format: 'xlsx', filters: '{"state":"closed"}' } as const
  const book = (by: string) => world.analytics.call(bookExport, file, { requestId: 'test', token: by })
  await book(token)
  await book(token)
  await expect(book((await world.player()).token)).rejects.toMatchObject({ code: 'unauthenticated' })
  const rows = await world.rows(`SELECT admin_name, action, detail FROM audit WHERE action = 'player.export'`)
  const row = { admin_name: 'owner', action: 'player.export', detail: { format: file.format, filters: file.filters } }
  expect(rows).toEqual([row, row])
})
