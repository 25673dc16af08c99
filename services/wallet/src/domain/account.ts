import type { Activity } from './activity.ts'
import { noActivity } from './activity.ts'
import type { Protection } from './protection.ts'
import { noProtection } from './protection.ts'

/** The ledger accounts of one player and what the rules need to know of them. Amounts in paise. */
export interface Account {
  readonly playerId: string
  /** The number of its row; 0 before it has one. */
  readonly accountNo: number
  readonly protection: Protection
  /** Of the row as it was read; any change of the row makes it another. */
  version: number
  /** Of the newest entry; the first is 1. */
  sequence: number
  balancePaise: number
  /** Stakes of bets that are not over. */
  openPaise: number
  /** Withdrawals that are not decided. */
  heldPaise: number
  /** What the entries took from the house: payouts less stakes of ended bets, and corrections that the house bears. */
  netPaise: number
  /** Corrections that the house bears. They are in `netPaise`, and the row of the account does not hold them. */
  houseCorrectionsPaise: number
  /** 0 before the first approved deposit. */
  firstDepositPaise: number
  /** What the first deposit has earned; it waits until it is released. */
  bonusPaise: number
  bonusReleased: boolean
  /** Stakes that count for the release, since the first deposit. */
  countedPaise: number
  activity: Activity
}

/** The empty account of a new player. */
export function newAccount(playerId: string): Account {
  return {
    playerId,
    accountNo: 0,
    version: 0,
    protection: noProtection,
    sequence: 0,
    balancePaise: 0,
    openPaise: 0,
    heldPaise: 0,
    netPaise: 0,
    houseCorrectionsPaise: 0,
    firstDepositPaise: 0,
    bonusPaise: 0,
    bonusReleased: false,
    countedPaise: 0,
    activity: noActivity,
  }
}

/** Payouts less stakes of all ended bets, in paise. */
export const netResultOf = ({
  netPaise,
  houseCorrectionsPaise,
}: Pick<Account, 'netPaise' | 'houseCorrectionsPaise'>): number => netPaise - houseCorrectionsPaise
