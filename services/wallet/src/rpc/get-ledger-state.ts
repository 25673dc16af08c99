import { getLedgerState } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { WalletContext } from '../context.ts'
import { newestReconciliation } from '../reconcile/newest.ts'

export const getLedgerStateHandler = handle(getLedgerState, ({ db }: WalletContext) => newestReconciliation(db))
