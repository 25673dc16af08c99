import {
  adminGetPlayerFunds,
  getBalance,
  getLedgerState,
  getProfile,
  Id,
  limits,
  paise,
  postBalance,
  proveLedgerNow,
  readAccounts,
  readBalance,
  readLedgerHealth,
} from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { LeaderContext, WalletContext } from '../context.ts'
import { readAccountsAt } from '../db/read-accounts.ts'
import { standingOf, readAccount } from '../db/read-account.ts'
import { netResultOf } from '../domain/account.ts'
import { neededForBonus } from '../domain/bonus.ts'
import { ledgerState } from '../reconcile/ledger-state.ts'

/** Operations that only look something up. */
export const readOperations = [
  handle(getBalance, ({ db }: WalletContext, { player }) => standingOf(db, player.id)),
  handle(readBalance, ({ db }: WalletContext, { input }) => standingOf(db, input.playerId)),
  // A client may not name its own balance: the amount is never looked at beyond the log.
  handle(postBalance, ({ db }: WalletContext, { input, player, log }) => {
    const attempted = typeof input.amount === 'number' ? input.amount : typeof input.amount
    log.warn({ playerId: player.id, attempted }, 'a client tried to set its balance')
    return standingOf(db, player.id)
  }),
  handle(getProfile, async ({ db }: WalletContext, { player }) => {
    const account = await readAccount(db, player.id)
    return {
      user: {
        _id: player.id,
        email: player.email,
        username: null,
        balance: paise(account.balancePaise),
        balanceSeq: account.sequence,
        awaitingBonus: paise(account.bonusReleased ? 0 : account.bonusPaise),
        firstDepositAmount: paise(account.firstDepositPaise),
        totalBetsAfterFirstDeposit: paise(account.countedPaise),
      },
    }
  }),
  handle(adminGetPlayerFunds, async ({ db }: WalletContext, { input: { id } }) => {
    if (!Id.safeParse(id).success) throw new Refusal('not_found')
    const account = await readAccount(db, id)
    return {
      funds: {
        balance: paise(account.balancePaise),
        balanceSeq: account.sequence,
        netResult: paise(netResultOf(account)),
        openStakes: paise(account.openPaise),
        held: paise(account.heldPaise),
        firstDeposit: paise(account.firstDepositPaise),
        bonus: paise(account.bonusPaise),
        bonusReleased: account.bonusReleased,
        counted: paise(account.countedPaise),
        countedNeeded: paise(neededForBonus(account, limits.bonus)),
        isSuspended: account.protection.isSuspended,
      },
    }
  }),
  handle(readAccounts, ({ db }: WalletContext, { input: { cursor } }) =>
    readAccountsAt(db, cursor.split(':').slice(0, 3)),
  ),
  handle(getLedgerState, (ctx: WalletContext) => ledgerState(ctx)),
  handle(readLedgerHealth, async (ctx: WalletContext) => ({ state: (await ledgerState(ctx)).state })),
  handle(proveLedgerNow, ({ proveNow }: LeaderContext) => {
    proveNow()
    return Promise.resolve({ message: 'The newest entries are looked at now.' })
  }),
]
