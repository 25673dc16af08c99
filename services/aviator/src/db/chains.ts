import type { Queryable } from '@kismet/service-kit/database'

export interface NewChain {
  readonly chainId: string
  readonly firstRound: number
  readonly length: number
  readonly chainEnd: string
  readonly salt: string
  /** Names the secret that the seeds are made with. */
  readonly epoch: string
  /** The part of the highest seed that is not public. */
  readonly topSalt: string
  /** Of the write-ahead log of the database. Another timeline shows a restore or a failover. */
  readonly timeline: string
}

export interface Chain extends NewChain {
  /** The first round of the next chain, after the last round of this chain. A restore brings it forward. */
  readonly nextChainAt: number
}

async function chainOf(db: Queryable, where: string, values: unknown[]): Promise<Chain | undefined> {
  const { rows } = await db.query<Chain>(
    `SELECT chain_id AS "chainId", first_round AS "firstRound", length, chain_end AS "chainEnd", salt, epoch, top_salt AS "topSalt", timeline,
       coalesce((SELECT min(first_round) FROM chain AS next WHERE next.first_round > chain.first_round), first_round + length) AS "nextChainAt"
     FROM chain WHERE ${where} ORDER BY first_round DESC LIMIT 1`,
    values,
  )
  return rows[0]
}

export const newestChain = (db: Queryable): Promise<Chain | undefined> => chainOf(db, 'true', [])

export const chainOfRound = (db: Queryable, roundNumber: number): Promise<Chain | undefined> =>
  chainOf(db, 'first_round <= $1', [roundNumber])

/** Adds a chain, unless another one begins at its first round already. */
export async function addChain(db: Queryable, chain: NewChain, nowMs: number): Promise<void> {
  const { chainId, firstRound, length, chainEnd, salt, epoch, topSalt, timeline } = chain
  await db.query(
    `INSERT INTO chain (chain_id, first_round, length, chain_end, salt, epoch, top_salt, timeline, made_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (first_round) DO NOTHING`,
    [chainId, firstRound, length, chainEnd, salt, epoch, topSalt, timeline, new Date(nowMs)],
  )
}

/** Drops the chains that begin at a round or later, while the round still has this chain: the chains of a later leader stay. No round has used them. */
export async function dropChains(db: Queryable, fromRound: number, chainId: string): Promise<void> {
  await db.query(
    `DELETE FROM chain WHERE first_round >= $1
     AND $2 = (SELECT chain_id FROM chain WHERE first_round <= $1 ORDER BY first_round DESC LIMIT 1)`,
    [fromRound, chainId],
  )
}
