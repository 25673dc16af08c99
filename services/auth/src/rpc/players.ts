import {
  addPlayerNote,
  adminEndPlayerSessions,
  adminGetPlayer,
  adminListPlayerNotes,
  adminListPlayers,
  adminListPlayerSessions,
  Id,
  instantsOf,
  liftSuspension,
  suspendPlayer,
} from '@kismet/contracts'
import type { PlayerIdentity } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { addNote, findIdentity, listNotes, listPlayers } from '../db/player-lists.ts'
import { listSessions } from '../db/sessions.ts'
import { changeSuspension } from '../player-states.ts'
import type { SuspensionCall } from '../player-states.ts'

const personOf = (id: string) => ({ audience: 'player', id }) as const

/** @throws Refusal `not_found` */
async function requirePlayer({ db, clock }: Context, id: string): Promise<PlayerIdentity> {
  const player = Id.safeParse(id).success ? await findIdentity(db, id, clock.now()) : undefined
  if (player === undefined) throw new Refusal('not_found')
  return player
}

/** @throws Refusal `invalid_request` */
function requireCursor(cursor: string | undefined, isValid: (cursor: string) => boolean): void {
  if (cursor !== undefined && !isValid(cursor)) throw new Refusal('invalid_request', 'The cursor is not valid.')
}

/** A page of rows. The list was read with one row more than the page has. */
function pageOf<Row extends { readonly _id: string }>(read: readonly Row[], limit: number) {
  const page = read.slice(0, limit)
  return { page, nextCursor: read.length > limit ? (page.at(-1)?._id ?? null) : null }
}

const reading = [
  handle(adminListPlayers, async ({ db }: Context, { input: { search = '', state, limit, cursor, ...days } }) => {
    requireCursor(cursor, (id) => Id.safeParse(id).success)
    const chosen = { search: search.toLowerCase(), state, before: cursor, limit: limit + 1, ...instantsOf(days) }
    const { page: players, nextCursor } = pageOf(await listPlayers(db, chosen), limit)
    return { players, nextCursor }
  }),
  handle(adminGetPlayer, async (ctx: Context, { input }) => ({ player: await requirePlayer(ctx, input.id) })),
  handle(adminListPlayerSessions, async (ctx: Context, { input: { id } }) => {
    await requirePlayer(ctx, id)
    const sessions = await listSessions(ctx.db, personOf(id), ctx.clock.now())
    return { sessions: sessions.map(({ id: _id, ...session }) => ({ _id, ...session })) }
  }),
  handle(adminListPlayerNotes, async (ctx: Context, { input: { id, limit, cursor } }) => {
    requireCursor(cursor, (note) => /^[1-9]\d{0,14}$/.test(note))
    await requirePlayer(ctx, id)
    const { page: notes, nextCursor } = pageOf(await listNotes(ctx.db, id, cursor, limit + 1), limit)
    return { notes, nextCursor }
  }),
]

const helping = [
  handle(addPlayerNote, async (ctx: Context, { input: { id, text }, admin, meta }) => {
    await requirePlayer(ctx, id)
    const note = await inTransaction(ctx.db, async (transaction) => {
      const added = await addNote(transaction, id, admin, { kind: 'note', text, atMs: ctx.clock.now() })
      const detail = { note: Number(added._id) }
      await ctx.audit.append(transaction, { admin, action: 'player.note', target: id, detail, meta })
      return added
    })
    return { note }
  }),
  handle(adminEndPlayerSessions, async (ctx: Context, { input: { id }, admin, meta }) => {
    await requirePlayer(ctx, id)
    const ended = await ctx.sessions.ending(async (transaction) => {
      const sessions = await ctx.sessions.endOf(transaction, personOf(id), 'ended')
      if (sessions.length === 0) return sessions
      const detail = { sessions: sessions.length }
      await ctx.audit.append(transaction, { admin, action: 'player.end-sessions', target: id, detail, meta })
      return sessions
    })
    return { ended: ended.length }
  }),
]

async function suspend(ctx: Context, kind: 'suspend' | 'lift', call: SuspensionCall) {
  await requirePlayer(ctx, call.input.id)
  await changeSuspension(ctx, kind, call)
  return { player: await requirePlayer(ctx, call.input.id) }
}

const suspending = [
  handle(suspendPlayer, (ctx: Context, call) => suspend(ctx, 'suspend', call)),
  handle(liftSuspension, (ctx: Context, call) => suspend(ctx, 'lift', call)),
]

/** What admins see of players, and do to their accounts. */
export const playerOperations = [...reading, ...helping, ...suspending]
