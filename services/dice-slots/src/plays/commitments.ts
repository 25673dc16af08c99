import { mathsVersion, newServerSeed, serverSeedHash } from '@kismet/fairness'
import type { Context } from '../context.ts'
import { findClientSeed, provideClientSeed } from '../db/client-seeds.ts'
import { findCurrentCommitment, insertCommitment } from '../db/commitments.ts'
import type { Commitment } from '../db/commitments.ts'
import type { GameName } from '../domain/game.ts'

type Parts = Pick<Context, 'db' | 'clock' | 'randomness' | 'seal'>

/** Draws a server seed for a place and seals it. Nobody knows of it before it is written. */
export function makeCommitment(
  { randomness, seal }: Parts,
  playerId: string,
  game: GameName,
  nonce: number,
): Commitment {
  const seed = newServerSeed((length) => randomness.bytes(length))
  const place = { playerId, game, nonce }
  return {
    ...place,
    version: mathsVersion,
    serverSeedHash: serverSeedHash(seed),
    sealedSeed: seal.seal(seed, place),
  }
}

/** The published next commitment of a player's game. The first one is made when it is first asked for; whoever comes at the same time gets the same. */
export async function currentCommitment(ctx: Parts, playerId: string, game: GameName): Promise<Commitment> {
  const known = await findCurrentCommitment(ctx.db, playerId, game)
  if (known !== undefined) return known
  await insertCommitment(ctx.db, makeCommitment(ctx, playerId, game, 1), new Date(ctx.clock.now()))
  const published = await findCurrentCommitment(ctx.db, playerId, game)
  if (published === undefined) throw new Error('A commitment that was written is not there')
  return published
}

const madeSeedBytes = 8

/** The player's own seed; 16 random characters until the player chooses one. */
export async function ownClientSeed({ db, clock, randomness }: Parts, playerId: string): Promise<string> {
  const known = await findClientSeed(db, playerId)
  if (known !== undefined) return known
  return provideClientSeed(db, playerId, randomness.bytes(madeSeedBytes).toString('hex'), new Date(clock.now()))
}
