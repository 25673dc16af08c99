import { deleteView, Id, savedViewLimits, listViews, renameView, saveView } from '@kismet/contracts'
import type { SavedView } from '@kismet/contracts'
import { inTransaction, isUniqueViolation, takeLock } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { countViews, dropView, listViewsOf, nameView, putView } from '../db/saved-views.ts'

/** @throws Refusal `not_found` */
function requireView(view: SavedView | undefined): SavedView {
  if (view === undefined) throw new Refusal('not_found')
  return view
}

/** @throws Refusal `not_found` for a text that is no id */
function requireId(id: string): string {
  if (!Id.safeParse(id).success) throw new Refusal('not_found')
  return id
}

/** Views that admins save of the lists of the back office. Only the admin who saved a view changes it. */
export const savedViewOperations = [
  handle(listViews, async ({ db }: Context, { input: { page }, admin }) => ({
    views: await listViewsOf(db, admin, page),
  })),
  handle(saveView, async ({ db, clock, randomness }: Context, { input, admin }) => {
    const atMs = clock.now()
    const view = await inTransaction(db, async (transaction) => {
      await takeLock(transaction, `saved views ${admin.id}`)
      const saved = await putView(transaction, admin, { ...input, id: randomness.id(atMs), atMs })
      const { ofAdmin: max } = savedViewLimits
      if ((await countViews(transaction, admin)) > max) throw new Refusal('views_full', undefined, { max })
      return saved
    })
    return { view: requireView(view) }
  }),
  handle(renameView, async ({ db }: Context, { input: { id, name }, admin }) => {
    const view = await nameView(db, admin, requireId(id), name).catch((error: unknown) => {
      throw isUniqueViolation(error, 'saved_view_name_once') ? new Refusal('view_exists') : error
    })
    return { view: requireView(view) }
  }),
  handle(deleteView, async ({ db }: Context, { input: { id }, admin }) => {
    if (!(await dropView(db, admin, requireId(id)))) throw new Refusal('not_found')
    return { message: 'Deleted' }
  }),
]
