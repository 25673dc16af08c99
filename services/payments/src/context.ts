import type { CasinoMode } from '@kismet/contracts'
import type { AuditLog } from '@kismet/service-kit/audit/log'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import type { Pool } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import type { BoundedQueue } from '@kismet/service-kit/bounded-queue'
import type { Maintenance } from '@kismet/service-kit/maintenance'
import type { PasswordWork } from '@kismet/service-kit/password-hashing'
import type { Admin } from '@kismet/service-kit/tokens'
import type { PictureMaker } from './pictures/picture-maker.ts'
import type { ProofStore } from './proofs/proof-store.ts'
import type { StatementReader } from './statements/reader.ts'

/** An admin, and the call with which the admin asks. */
export interface By<Who = Admin> {
  readonly admin: Who
  readonly meta: CallMeta
}

/** What the handlers and loops of this service work with. */
export interface Context extends Pick<Kit, 'bus' | 'clock' | 'randomness' | 'log'> {
  readonly db: Pool
  readonly mode: CasinoMode
  readonly audit: AuditLog
  readonly pictures: PictureMaker
  readonly proofs: ProofStore
  /**
   * Whether the store of proofs takes files; absent before the first check. Each check of this replica writes `checkFile`, so
   * that failed checks leave one file at most.
   */
  readonly proofStore: { isUp?: boolean; readonly checkFile: string }
  /** How long a proof is kept after the decision about its request. */
  readonly keepProofsMs: number
  /** How long a bank row names its payer. */
  readonly keepPayersMs: number
  /** The sums of the deposits of today by their account, as this process has read them last. */
  readonly lastSums: { readAtMs?: number; sums?: Promise<ReadonlyMap<string, number>> }
  readonly statements: StatementReader
  readonly maintenance: Maintenance
  /** How long a change of where players pay to, or a weaker rule of approvals, waits without a second owner. */
  readonly payToDelayMs: number
  readonly passwords: PasswordWork
  /** A bounded queue for hashing withdraw passwords, with one job of each player at a time. */
  readonly passwordQueue: BoundedQueue
  /**
   * Runs a search of an admin, which may have to look through all requests, in a bounded queue.
   * @throws Refusal `too_many_requests`; `unavailable` when it takes too long
   */
  readonly search: <T>(adminId: string, work: () => Promise<T>) => Promise<T>
}
