import type { OwnNotices } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Player } from '@kismet/service-kit/tokens'
import type { z } from 'zod'
import type { Context } from './context.ts'
import { findProfile } from './db/players.ts'
import type { Profile } from './db/players.ts'
import { listBrowsers } from './db/push.ts'

/** What a player chose to be told. @throws Refusal `unauthenticated` without an account */
export async function ownNotices(
  { db, pushes }: Pick<Context, 'db' | 'pushes'>,
  player: Player,
  known?: Profile,
): Promise<z.output<typeof OwnNotices>> {
  const profile = known ?? (await findProfile(db, player.id))
  if (profile === undefined) throw new Refusal('unauthenticated')
  return {
    moneyMails: profile.moneyMails,
    pushKey: pushes.publicKey,
    browsers: await listBrowsers(db, player),
  }
}
