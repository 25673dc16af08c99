import type { Output } from '@kismet/contracts'
import { listDeposits } from '@kismet/contracts'
import { ownRequestsHook } from '../../entities/requests/own-requests.ts'

export type OwnDeposit = Output<typeof listDeposits>['deposits'][number]

export const useOwnDeposits = ownRequestsHook(listDeposits, 'Deposits', ({ deposits }) => deposits)

/** Whether a request waits for a better proof of the player. */
export const awaitsProof = ({ betterProof }: OwnDeposit): boolean =>
  betterProof !== undefined && betterProof !== null && betterProof.sentAt === null
