import type { Account } from '../domain/account.ts'
import type { BatchDecision, Lookup } from '../domain/batch.ts'
import { stepOf } from '../domain/command.ts'
import type { Request } from '../domain/command.ts'
import type { Recorded } from '../domain/entry.ts'
import { NewestMap } from './newest-map.ts'

const maxAccounts = 50_000
/** Few, because each one that is kept is copied by the collector: a repetition comes soon, and one that comes late is read from the database. */
const maxReferences = 2_048

/**
 * What the leader remembers of the ledger from its own commits, so that most batches need no read. It is out of date when somebody else has changed an account
 * (its rules of safer play, by hand): every write names the versions that it builds on and fails when they are not the newest, and nothing is refused on the
 * word of the memory.
 */
export class LedgerMemory {
  readonly #accounts = new NewestMap<Account>(maxAccounts)
  readonly #recorded = new NewestMap<Recorded>(maxReferences)

  get accounts(): Lookup<Account> {
    return this.#accounts
  }

  get recorded(): Lookup<Recorded> {
    return this.#recorded
  }

  /** Players that it does not know. */
  unknownPlayers(requests: readonly Request[]): string[] {
    return requests
      .map(({ command }) => command.playerId)
      .filter((playerId) => this.#accounts.get(playerId) === undefined)
  }

  /** References that have to be looked up: one that is being opened is taken for a new one, which the ledger's unique key proves or refutes. */
  unknownReferences(requests: readonly Request[]): string[] {
    return requests
      .filter(({ command }) => stepOf[command.kind] === 'close' && this.#recorded.get(command.reference) === undefined)
      .map(({ command }) => command.reference)
  }

  learn(accounts: Iterable<Account>, recorded: Iterable<readonly [string, Recorded]>): void {
    for (const account of accounts) this.#accounts.set(account.playerId, account)
    for (const [reference, known] of recorded) this.#recorded.set(reference, known)
  }

  /** A batch was booked: its accounts have their next version. */
  booked({ changed, recorded }: BatchDecision): void {
    for (const account of changed.values()) account.version += 1
    this.learn(changed.values(), recorded)
  }

  /** Something of these was not as it is remembered, or may not be any more. */
  forget(requests: readonly Request[]): void {
    for (const { command } of requests) {
      this.#accounts.delete(command.playerId)
      this.#recorded.delete(command.reference)
    }
  }
}
