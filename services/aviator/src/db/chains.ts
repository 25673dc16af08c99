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
  /** Of the write-ahead log of the database. Another timeline shows a restore or a failover. */
  readonly timeline: string
}

const columns = `chain_id AS "chainId", first_round AS "firstRound", length, chain_end AS "chainEnd", salt, epoch, top_salt AS "topSalt", timeline`

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
  const { chainId, firstRound, length, chainEnd, salt, epoch, topSalt, timeline } = chain
  await db.query(
    `INSERT INTO chain (chain_id, first_round, length, chain_end, salt, epoch, top_salt, timeline, made_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (first_round) DO NOTHING`,
    [chainId, firstRound, length, chainEnd, salt, epoch, topSalt, timeline, new Date(nowMs)],
  )
}

/** The first round of the chain after one. A restore can begin it before the end of that one. */
export async function roundOfNextChain(db: Queryable, { firstRound }: Chain): Promise<number> {
  const sql = 'SELECT min(first_round) AS "firstRound" FROM chain WHERE first_round > $1'
  return (
    (await db.query<{ firstRound: number | null }>(sql, [firstRound])).rows[0]?.firstRound ?? Number.POSITIVE_INFINITY
  )
}
