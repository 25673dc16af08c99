import { limits } from '@kismet/contracts'
import type { Input, addPushBrowser, OwnNotices } from '@kismet/contracts'
import { isoOf, msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Player } from '@kismet/service-kit/tokens'
import type { z } from 'zod'

export type OwnBrowsers = z.output<typeof OwnNotices>['browsers']

/** The browsers that show notifications to a player, newest first. */
export async function listBrowsers(db: Queryable, { id, sessionId }: Player): Promise<OwnBrowsers> {
  const { rows } = await db.query<OwnBrowsers[number]>(
    `SELECT id AS "browserId", device_name AS device, ${isoOf('added_at')} AS "addedAt",
       device = (SELECT device FROM session WHERE session.id = $2) AS "isThis"
     FROM push_browser WHERE player_id = $1 ORDER BY added_at DESC, id DESC`,
    [id, sessionId],
  )
  return rows
}

/** Stores the subscription of the browser of a session. The oldest browsers beyond the limit go. */
export async function saveBrowser(
  transaction: Queryable,
  { id: playerId, sessionId }: Player,
  { id, endpoint, keys, nowMs }: Input<typeof addPushBrowser> & { readonly id: string; readonly nowMs: number },
): Promise<void> {
  const at = new Date(nowMs)
  await transaction.query(
    'DELETE FROM push_browser WHERE device = (SELECT device FROM session WHERE id = $1) AND endpoint <> $2',
    [sessionId, endpoint],
  )
  await transaction.query(
    `INSERT INTO push_browser (id, player_id, device, device_name, endpoint, p256dh, auth_secret, added_at, seen_at)
     SELECT $1, $2, device, device_name, $4, $5, $6, $7, $7 FROM session WHERE id = $3
     ON CONFLICT (endpoint) DO UPDATE SET player_id = excluded.player_id, device = excluded.device,
       device_name = excluded.device_name, p256dh = excluded.p256dh, auth_secret = excluded.auth_secret,
       added_at = excluded.added_at, seen_at = excluded.seen_at`,
    [id, playerId, sessionId, endpoint, keys.p256dh, keys.auth, at],
  )
  await transaction.query(
    `DELETE FROM push_browser WHERE id IN (
       SELECT id FROM push_browser WHERE player_id = $1 ORDER BY added_at DESC, id DESC OFFSET $2)`,
    [playerId, limits.push.browsers],
  )
}

/** @returns false when the player has no such browser */
export async function deleteBrowser(db: Queryable, playerId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM push_browser WHERE id = $1 AND player_id = $2', [id, playerId])
  return rowCount === 1
}

/** A push service says that the subscription has ended. */
export async function forgetBrowser(db: Queryable, id: string): Promise<void> {
  await db.query('DELETE FROM push_browser WHERE id = $1', [id])
}

/** Ends the notifications of the browsers of these sessions, or of all browsers of a player. */
export async function forgetBrowsers(
  transaction: Queryable,
  playerId: string,
  sessionIds: readonly string[] | undefined,
): Promise<void> {
  await transaction.query(
    `DELETE FROM push_browser WHERE player_id = $1
       AND ($2::uuid[] IS NULL OR device IN (SELECT device FROM session WHERE session.id = ANY ($2)))`,
    [playerId, sessionIds ?? null],
  )
}

/** A login gives its browser a new device. Notifications follow the player; those of another player at the browser end. */
export async function moveBrowser(
  transaction: Queryable,
  playerId: string,
  { before, after, nowMs }: { readonly before: string; readonly after: string; readonly nowMs: number },
): Promise<void> {
  await transaction.query('DELETE FROM push_browser WHERE device = $1 AND player_id <> $2', [before, playerId])
  const sql = 'UPDATE push_browser SET device = $2, seen_at = $3 WHERE device = $1'
  await transaction.query(sql, [before, after, new Date(nowMs)])
}

/** Writes a notification for each browser of a player. */
export async function insertPushes(
  transaction: Queryable,
  playerId: string,
  { payload, nowMs, uselessAtMs }: { readonly payload: string; readonly nowMs: number; readonly uselessAtMs: number },
): Promise<void> {
  await transaction.query(
    `INSERT INTO push (id, browser_id, payload, next_at, useless_at)
     SELECT gen_random_uuid(), id, $2, $3, $4 FROM push_browser WHERE player_id = $1`,
    [playerId, payload, new Date(nowMs), new Date(uselessAtMs)],
  )
}

export interface ClaimedPush {
  readonly id: string
  readonly browserId: string
  readonly payload: string
  readonly attempts: number
  readonly uselessAtMs: number
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** Claims notifications that are due until `untilMs`; after that another replica may claim them. */
export async function claimPushes(
  db: Queryable,
  { nowMs, untilMs, limit }: { readonly nowMs: number; readonly untilMs: number; readonly limit: number },
): Promise<ClaimedPush[]> {
  const { rows } = await db.query<ClaimedPush>(
    `UPDATE push SET attempts = attempts + 1, next_at = $2 FROM push_browser WHERE push_browser.id = browser_id AND push.id IN (
       SELECT id FROM push WHERE next_at <= $1 ORDER BY next_at LIMIT $3 FOR UPDATE SKIP LOCKED
     ) RETURNING push.id, browser_id AS "browserId", payload, attempts, ${msOf('useless_at')} AS "uselessAtMs", endpoint, p256dh, auth_secret AS auth`,
    [new Date(nowMs), new Date(untilMs), limit],
  )
  return rows
}

/** Ends a notification: sent, refused or too late. */
export async function endPush(db: Queryable, id: string): Promise<void> {
  await db.query('DELETE FROM push WHERE id = $1', [id])
}

export async function retryPush(db: Queryable, id: string, nextAtMs: number): Promise<void> {
  await db.query('UPDATE push SET next_at = $2 WHERE id = $1', [id, new Date(nextAtMs)])
}
