import { setLanguage } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { setPlayerLanguage } from '../db/players.ts'

/** The choice that a player makes in the app; the next mail speaks it. */
export const setLanguageHandler = handle(setLanguage, async ({ db }: Context, { input, player }) => {
  if (!(await setPlayerLanguage(db, player.id, input.language))) throw new Refusal('unauthenticated')
  return input
})
