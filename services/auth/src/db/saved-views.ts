import { savedViewLimits } from '@kismet/contracts'
import type { SavedView } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import type { Admin } from '@kismet/service-kit/tokens'

const columns = `id AS "_id", page, name, query, is_shared AS "isShared", admin_id = $1 AS "isMine", admin_name AS by`

/** The views of a page that an admin sees: the own ones and the shared ones, by name. */
export async function listViewsOf(db: Queryable, admin: Admin, page: string): Promise<SavedView[]> {
  const { rows } = await db.query<SavedView>(
    `SELECT ${columns} FROM saved_view WHERE page = $2 AND (admin_id = $1 OR is_shared)
     ORDER BY admin_id <> $1, name LIMIT ${savedViewLimits.shown}`,
    [admin.id, page],
  )
  return rows
}

/** The number of views of an admin. */
export async function countViews(db: Queryable, admin: Admin): Promise<number> {
  const { rows } = await db.query<{ count: number }>('SELECT count(*) AS count FROM saved_view WHERE admin_id = $1', [
    admin.id,
  ])
  return rows[0]?.count ?? 0
}

export interface NewView extends Pick<SavedView, 'page' | 'name' | 'query' | 'isShared'> {
  readonly id: string
  readonly atMs: number
}

/** Saves a view. An own view of that page and name is replaced. */
export async function putView(db: Queryable, admin: Admin, view: NewView): Promise<SavedView | undefined> {
  const { rows } = await db.query<SavedView>(
    `INSERT INTO saved_view (admin_id, id, admin_name, page, name, query, is_shared, saved_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (admin_id, page, name) DO UPDATE SET query = excluded.query, is_shared = excluded.is_shared, saved_at = excluded.saved_at
     RETURNING ${columns}`,
    [admin.id, view.id, admin.username, view.page, view.name, view.query, view.isShared, new Date(view.atMs)],
  )
  return rows[0]
}

/** Renames an own view. @returns undefined when the admin has no view with this id */
export async function nameView(db: Queryable, admin: Admin, id: string, name: string): Promise<SavedView | undefined> {
  const sql = `UPDATE saved_view SET name = $3 WHERE admin_id = $1 AND id = $2 RETURNING ${columns}`
  return (await db.query<SavedView>(sql, [admin.id, id, name])).rows[0]
}

/** Deletes an own view. @returns whether the admin had a view with this id */
export async function dropView(db: Queryable, admin: Admin, id: string): Promise<boolean> {
  return (await db.query('DELETE FROM saved_view WHERE admin_id = $1 AND id = $2', [admin.id, id])).rowCount === 1
}
