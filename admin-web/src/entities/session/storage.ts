import { storedSessionOf, readJson } from '@kismet/app-kit/session/stored-session.ts'
import { SignedInAdmin } from '@kismet/contracts'
import type { z } from 'zod'

/** Who is logged in here. */
export interface AdminSession {
  token: string
  admin: z.output<typeof SignedInAdmin>
}

/** The admin's token is kept apart from a player's (spec 3); what a player of the same origin left behind is cleared with it. */
export const storedSession = storedSessionOf<AdminSession>({
  token: 'adminToken',
  lastActivity: 'adminLastActivity',
  others: ['admin', 'user', 'token', 'balance'],
  read: (token, textOf) => {
    const admin = readJson(SignedInAdmin, textOf('admin'))
    return admin && { token, admin }
  },
  texts: ({ admin }) => ({ admin: JSON.stringify(admin) }),
})
