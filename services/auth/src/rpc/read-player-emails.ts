import { readPlayerEmails } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { findEmails } from '../db/players.ts'

export const readPlayerEmailsHandler = handle(readPlayerEmails, async ({ db }: Context, { input: { ids } }) => ({
  players: await findEmails(db, ids),
}))
