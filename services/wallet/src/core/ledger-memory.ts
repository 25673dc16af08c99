import type { Account } from '../domain/account.ts'
import type { BatchDecision } from '../domain/batch.ts'
import { stepOf } from '../domain/steps.ts'
import type { Request } from '../domain/command.ts'
import type { Recorded } from '../domain/entry.ts'
import { NewestMap } from './newest-map.ts'

const maxAccounts = 50_000
/**
 * Few, because the garbage collector copies each entry. Most retries come soon, and a late retry is
 * read from the database.
 */
const maxReferences = 2_048

/**
 * The leader's memory of its own commits, so that most batches need no read. The memory is outdated
 * after another writer has changed an account (limits of safer play, or by hand). Each write names
 * the versions that it builds on and fails on older versions. Refusals are always decided after a
 * read.
 */
export class LedgerMemory {
  readonly accounts = new NewestMap<Account>(maxAccounts)
  readonly recorded = new NewestMap<Recorded>(maxReferences)

  /** Players that it does not know. */
  unknownPlayers(requests: readonly Request[]): string[] {
    return requests
      .map(({ command }) => command.playerId)
      .filter((playerId) => this.accounts.get(playerId) === undefined)
  }

  /**
   * The references to look up. A reference that is being opened counts as new; the unique key of
   * the ledger finds an error.
   */
  unknownReferences(requests: readonly Request[]): string[] {
    return requests
      .filter(({ command }) => stepOf[command.kind] === 'close' && this.recorded.get(command.reference) === undefined)
      .map(({ command }) => command.reference)
  }

  learn(accounts: Iterable<Account>, recorded: Iterable<readonly [string, Recorded]>): void {
    for (const account of accounts) this.accounts.set(account.playerId, account)
    for (const [reference, known] of recorded) this.recorded.set(reference, known)
  }

  /** A batch was booked: its accounts have their next version. */
  booked({ changed, recorded }: BatchDecision): void {
    for (const account of changed.values()) account.version += 1
    this.learn(changed.values(), recorded)
  }

  /** Something of these was not as it is remembered, or may not be any more. */
  forget(requests: readonly Request[]): void {
    for (const { command } of requests) {
      this.accounts.delete(command.playerId)
      this.recorded.delete(command.reference)
    }
  }
}
