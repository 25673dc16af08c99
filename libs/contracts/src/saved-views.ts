import { z } from 'zod'
import { adminRoles, operation } from './operation.ts'
import { Done, Id } from './primitives.ts'

const access = { admin: adminRoles } as const
/** Views of one admin, and of one page of all. */
export const savedViewLimits = {
  ofAdmin: 50,
  shown: 200,
  nameMaxLength: 60,
  queryMaxLength: 2_000,
  pageMaxLength: 60,
} as const
const { nameMaxLength, queryMaxLength, pageMaxLength } = savedViewLimits

/** The path of the page that a view is of, such as /admin/players. */
const Page = z
  .string()
  .regex(/^\/admin\/[a-z-]{1,40}$/)
  .max(pageMaxLength)

const Name = z
  .string()
  .trim()
  .min(1, { error: 'Name the view.' })
  .max(nameMaxLength, { error: `A name has at most ${nameMaxLength} letters.` })

/** The filters, days, order and columns of a list under a name. `query` is the address of the page after the question mark. */
export const SavedView = z.object({
  _id: Id,
  page: Page,
  name: z.string(),
  query: z.string(),
  isShared: z.boolean(),
  /** Whether the caller made the view, and can rename and delete it. */
  isMine: z.boolean(),
  by: z.string(),
})
export type SavedView = z.output<typeof SavedView>

export const listViews = operation({
  subject: 'auth.list-views',
  route: {
    method: 'GET',
    path: '/api/admin/views',
    access,
    rate: 'read',
    summary: 'Own views of a page and the views that are shared with all',
  },
  input: z.object({ page: Page }),
  output: z.object({ views: z.array(SavedView) }),
  errors: [],
})

export const saveView = operation({
  subject: 'auth.save-view',
  route: {
    method: 'POST',
    path: '/api/admin/views',
    access,
    rate: 'command',
    summary: 'Save the filters of a list under a name; an own view of that name is replaced',
  },
  input: z.object({
    page: Page,
    name: Name,
    query: z.string().max(queryMaxLength, { error: 'These filters are too long for a view.' }),
    isShared: z.boolean(),
  }),
  output: z.object({ view: SavedView }),
  errors: ['views_full'],
})

export const renameView = operation({
  subject: 'auth.rename-view',
  route: { method: 'PATCH', path: '/api/admin/views/:id', access, rate: 'command', summary: 'Rename an own view' },
  input: z.object({ id: z.string().max(64), name: Name }),
  output: z.object({ view: SavedView }),
  errors: ['not_found', 'view_exists'],
})

export const deleteView = operation({
  subject: 'auth.delete-view',
  route: { method: 'DELETE', path: '/api/admin/views/:id', access, rate: 'command', summary: 'Delete an own view' },
  input: z.object({ id: z.string().max(64) }),
  output: Done,
  errors: ['not_found'],
})
