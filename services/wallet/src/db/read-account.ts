import { paise } from '@kismet/contracts'
import type { PlayerStanding } from '@kismet/contracts'
import type { Pool, PoolClient } from '@kismet/service-kit/database'
import { netResultOf, newAccount } from '../domain/account.ts'
import type { Account } from '../domain/account.ts'
import { accountOf } from './account-columns.ts'
import type { AccountRow } from './account-columns.ts'
import { accountsQuery } from './read-batch.ts'

/** The account of a player; an empty account for a player without a row. */
export async function readAccount(db: Pool | PoolClient, playerId: string): Promise<Account> {
  const { rows } = await db.query<AccountRow>(accountsQuery([playerId]))
  return rows[0] === undefined ? newAccount(playerId) : accountOf(rows[0])
}

/** The balance of a player and the net result of all bets, with the sequence of the entry after which they stand so. */
export async function standingOf(db: Pool, playerId: string): Promise<PlayerStanding> {
  const account = await readAccount(db, playerId)
  const { balancePaise, sequence } = account
  return { balance: paise(balancePaise), balanceSeq: sequence, netResult: paise(netResultOf(account)) }
}
