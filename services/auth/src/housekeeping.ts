import { limits } from '@kismet/contracts'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import type { Context } from './context.ts'
import { removeOldMails } from './db/mails.ts'
import { removeSessionsBefore } from './db/sessions.ts'
import { removeSignUpsBefore } from './db/sign-ups.ts'

const everyMs = 10 * 60_000
/** So many rows a statement, however large a table has grown. */
const batch = 500
/** The token of a session has ended, and no device is known by it any more. */
const sessionsKeptMs = Math.max(limits.session.lifetimeMs, limits.device.knownForMs)

type Housekeeper = Pick<Context, 'clock' | 'db' | 'log'>

/** What has had its time, and what forgets some of it. */
const work: Readonly<Record<string, (ctx: Housekeeper) => Promise<number>>> = {
  'old sign-ups': ({ clock, db }) => removeSignUpsBefore(db, clock.now() - limits.signUp.keptMs, batch),
  'old sessions': ({ clock, db }) => removeSessionsBefore(db, clock.now() - sessionsKeptMs, batch),
  'old mails': ({ clock, db }) => removeOldMails(db, clock.now(), batch),
}

/** Forgets what has had its time, until it is stopped: each kind for itself, so that one that fails keeps no other. */
export function startHousekeeping(ctx: Housekeeper): Loop[] {
  return Object.entries(work).map(([name, some]) =>
    startLoop(name, everyMs, ctx.log, async (stopping) => {
      while (!stopping.aborted && (await some(ctx)) === batch);
    }),
  )
}
