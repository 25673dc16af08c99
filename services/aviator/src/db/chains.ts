import type { Queryable } from '@kismet/service-kit/database'

export interface Chain {
  readonly chainId: string
  readonly firstRound: number
  readonly length: number
  readonly chainEnd: string
  readonly salt: string
  /** Names the secret that the seeds are made with. */
  readonly epoch: string
  /** The part of the highest seed that is not public. */
  readonly topSalt: string
}

const columns = `chain_id AS "chainId", first_round AS "firstRound", length, chain_end AS "chainEnd", salt, epoch, top_salt AS "topSalt"`

export async function newestChain(db: Queryable): Promise<Chain | undefined> {
  const { rows } = await db.query<Chain>(`SELECT ${columns} FROM chain ORDER BY first_round DESC LIMIT 1`)
  return rows[0]
}

export async function chainOfRound(db: Queryable, roundNumber: number): Promise<Chain | undefined> {
  const { rows } = await db.query<Chain>(
    `SELECT ${columns} FROM chain WHERE first_round <= $1 ORDER BY first_round DESC LIMIT 1`,
    [roundNumber],
  )
  return rows[0]
}

/** Adds a chain, unless another one begins at its first round already. */
export async function addChain(db: Queryable, chain: Chain, nowMs: number): Promise<void> {
  const { chainId, firstRound, length, chainEnd, salt, epoch, topSalt } = chain
  await db.query(
    `INSERT INTO chain (chain_id, first_round, length, chain_end, salt, epoch, top_salt, made_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (first_round) DO NOTHING`,
    [chainId, firstRound, length, chainEnd, salt, epoch, topSalt, new Date(nowMs)],
  )
}
