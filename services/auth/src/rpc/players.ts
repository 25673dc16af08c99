import {
  addPlayerNote,
  adminEndPlayerSessions,
  adminGetPlayer,
  adminListPlayerNotes,
  adminListPlayers,
  adminListPlayerSessions,
  Id,
  liftSuspension,
  suspendPlayer,
} from '@kismet/contracts'
import type { PlayerIdentity, PlayerNote, PlayerRow } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { findShownPlayer } from '../db/player-lists.ts'
import type { ListedPlayer, ShownPlayer } from '../db/player-lists.ts'
import { addNote, listNotes } from '../db/player-notes.ts'
import type { StoredNote } from '../db/player-notes.ts'
import { listSessions } from '../db/sessions.ts'
import { findPlayers } from '../find-players.ts'
import * as suspensions from '../suspensions.ts'

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms))

function rowOf({ id: _id, email, state, verifiedAtMs, lastLoginAtMs }: ListedPlayer): PlayerRow {
  const times = { verifiedAt: isoTime(verifiedAtMs), lastLoginAt: isoOrNull(lastLoginAtMs) }
  return { _id, email, username: null, state, ...times }
}

function suspensionOf({ suspendedAtMs, suspendedBy, suspendedFor }: ShownPlayer): PlayerIdentity['suspension'] {
  if (suspendedAtMs === null) return null
  return { by: suspendedBy ?? '', reason: suspendedFor ?? '', at: isoTime(suspendedAtMs) }
}

function noteOf({ noteNo, kind, text, by, atMs }: StoredNote): PlayerNote {
  return { _id: String(noteNo), kind, text, by, at: isoTime(atMs) }
}

const personOf = (id: string) => ({ audience: 'player', id }) as const

/** @throws Refusal `not_found` */
async function requirePlayer({ db }: Context, id: string): Promise<ShownPlayer> {
  const player = Id.safeParse(id).success ? await findShownPlayer(db, id) : undefined
  if (player === undefined) throw new Refusal('not_found')
  return player
}

async function identityOf(ctx: Context, id: string): Promise<PlayerIdentity> {
  const player = await requirePlayer(ctx, id)
  const sessions = await listSessions(ctx.db, personOf(id), ctx.clock.now())
  return {
    ...rowOf(player),
    language: player.language,
    closedAt: isoOrNull(player.closedAtMs),
    suspension: suspensionOf(player),
    sessions: sessions.length,
  }
}

/** @throws Refusal `invalid_request` */
function noteBefore(cursor: string | undefined): number | undefined {
  if (cursor !== undefined && !/^[1-9]\d{0,14}$/.test(cursor))
    throw new Refusal('invalid_request', 'The cursor is not valid.')
  return cursor === undefined ? undefined : Number(cursor)
}

const reading = [
  handle(adminListPlayers, async (ctx: Context, { input }) => {
    const { page, nextCursor } = await findPlayers(ctx.db, input)
    return { players: page.map(rowOf), nextCursor }
  }),
  handle(adminGetPlayer, async (ctx: Context, { input }) => ({ player: await identityOf(ctx, input.id) })),
  handle(adminListPlayerSessions, async (ctx: Context, { input }) => {
    const { id } = await requirePlayer(ctx, input.id)
    const sessions = await listSessions(ctx.db, personOf(id), ctx.clock.now())
    return {
      sessions: sessions.map(({ id: _id, deviceName: device, ip, createdAtMs, lastActiveAtMs }) => ({
        ...{ _id, device, ip },
        startedAt: isoTime(createdAtMs),
        lastActiveAt: isoTime(lastActiveAtMs),
      })),
    }
  }),
  handle(adminListPlayerNotes, async (ctx: Context, { input: { id, limit, cursor } }) => {
    const before = noteBefore(cursor)
    await requirePlayer(ctx, id)
    const found = await listNotes(ctx.db, id, before, limit + 1)
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return { notes: page.map(noteOf), nextCursor: last === undefined ? null : String(last.noteNo) }
  }),
]

const helping = [
  handle(addPlayerNote, async (ctx: Context, { input: { id, text }, admin, meta }) => {
    await requirePlayer(ctx, id)
    const added = await inTransaction(ctx.db, async (transaction) => {
      const note = await addNote(transaction, id, admin, { kind: 'note', text, atMs: ctx.clock.now() })
      const detail = { note: note.noteNo }
      await ctx.audit.append(transaction, { admin, action: 'player.note', target: id, detail, meta })
      return note
    })
    return { note: noteOf(added) }
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

const suspending = [
  handle(suspendPlayer, async (ctx: Context, { input: { id, reason }, admin, meta }) => {
    await requirePlayer(ctx, id)
    await suspensions.suspendPlayer(ctx, { playerId: id, reason, admin, meta })
    return { player: await identityOf(ctx, id) }
  }),
  handle(liftSuspension, async (ctx: Context, { input: { id, reason }, admin, meta }) => {
    await requirePlayer(ctx, id)
    await suspensions.liftSuspension(ctx, { playerId: id, reason, admin, meta })
    return { player: await identityOf(ctx, id) }
  }),
]

/** What admins see of players, and do to their accounts. */
export const playerOperations = [...reading, ...helping, ...suspending]
