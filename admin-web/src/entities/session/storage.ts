import { keptSession, readJson } from '@kismet/app-kit/session/kept-session.ts'
import { adminLogin } from '@kismet/contracts'
import type { z } from 'zod'

const Admin = adminLogin.output.shape.admin

/** Who is logged in here. */
export interface AdminSession {
  token: string
  admin: z.output<typeof Admin>
}

/** The admin's token is kept apart from a player's (spec 3); what a player of the same origin left behind is cleared with it. */
export const kept = keptSession<AdminSession>({
  token: 'adminToken',
  lastActivity: 'adminLastActivity',
  others: ['admin', 'user', 'token', 'balance'],
  read: (token, textOf) => {
    const admin = readJson(Admin, textOf('admin'))
    return admin && { token, admin }
  },
  texts: ({ admin }) => ({ admin: JSON.stringify(admin) }),
})
