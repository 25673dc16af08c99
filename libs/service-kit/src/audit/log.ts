import { auditStateOf, readAuditOf } from '@kismet/contracts'
import type { AuditedService, AuditState } from '@kismet/contracts'
import { setTimeout as delay } from 'node:timers/promises'
import { isoTime } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { takeLock } from '../database.ts'
import type { Pool, Queryable } from '../database.ts'
import { secret, text } from '../env.ts'
import { BoundedQueue } from '../bounded-queue.ts'
import { handle } from '../handle.ts'
import type { Handler } from '../handle.ts'
import type { Logger } from '../logger.ts'
import { startLoop } from '../loop.ts'
import type { Loop } from '../loop.ts'
import { gaugeIn } from '../metrics.ts'
import type { Registry } from '../metrics.ts'
import { ChainKey, genesis, operator } from './chain.ts'
import type { AuditEntry, StoredRow } from './chain.ts'
import { checkChain } from './check.ts'
import type { Checked } from './check.ts'
import { KeptHead } from './kept-head.ts'
import { readRows } from './rows.ts'

/** What a service in which admins act reads of the environment, beside that of its database. */
export const auditEnv = {
  AUDIT_KEY: secret(
    'Authenticates the audit log of this service. Never change it, and store it apart from the database and its backups.',
  ),
  AUDIT_HEADS_DIR: text.describe(
    'A folder for the heads of the audit log, outside of the database. Without it, only the log of the service has them.',
  ),
}
export interface AuditParts {
  readonly service: AuditedService
  /** A command needs the key alone. */
  readonly config: { readonly AUDIT_KEY: string; readonly AUDIT_HEADS_DIR?: string | undefined }
  readonly db: Pool
  readonly clock: Clock
  readonly log: Logger
}

/** New rows are checked so often. Once a day all rows are checked. */
const checkEveryMs = 60_000
const wholeEvery = 24 * 60
/** Who asks for a check waits for so long at most; it goes on. */
const askedCheckMs = 4_000
/** Searches share the connections of the service. No other limit bounds how many run. */
const searchLimits = { running: 2, runningOfOwner: 1, waiting: 16, waitingOfOwner: 4, waitingMs: 1_000 }

/**
 * The audit log of one service (docs/internals/decisions/0015). A row is written in the transaction
 * of its action. The key of the chain and the newest head are outside the database. The chain is
 * checked continuously.
 */
export class AuditLog {
  readonly #parts: AuditParts
  readonly #key: ChainKey
  readonly #kept: KeptHead
  readonly #searches = new BoundedQueue(searchLimits)
  #checked: Checked & { readonly atMs?: number; readonly kept?: number | undefined } = {
    head: undefined,
    fault: undefined,
  }
  /** One at a time, so that a check does not overwrite the finding of another check. */
  readonly #checks = new BoundedQueue({ running: 1, runningOfOwner: 1, waiting: 8, waitingOfOwner: 8 })
  /** Ends the checks of a process that ends. */
  #stopping: AbortSignal | undefined

  private constructor(parts: AuditParts) {
    const { service, config } = parts
    this.#parts = parts
    this.#key = new ChainKey(config.AUDIT_KEY, service)
    this.#kept = new KeptHead(config.AUDIT_HEADS_DIR, service)
  }

  /** @throws Error when the rows have another key, or when the head cannot be written outside of the database */
  static async open(parts: AuditParts): Promise<AuditLog> {
    const audit = new AuditLog(parts)
    await audit.#kept.requireWritable()
    if (((await lastOf(parts.db))?.key_id ?? audit.#key.id) !== audit.#key.id)
      throw new Error(`AUDIT_KEY is not the key of the audit log of ${parts.service}`)
    return audit
  }

  /**
   * Writes one admin action, in the transaction of the action itself. Writers wait for each other here until that ends: call it last. What cannot be written down is not
   * done.
   */
  async append(transaction: Queryable, { admin, action, target, detail, meta }: AuditEntry): Promise<void> {
    await takeLock(transaction, 'audit')
    const { sequence, hash } = (await lastOf(transaction)) ?? genesis
    const row = {
      ...{ sequence: sequence + 1, previous_hash: hash, key_id: this.#key.id },
      ...{ at: new Date(this.#parts.clock.now()), admin_id: admin.id, admin_name: admin.username },
      ...{ action, target, detail, request_id: meta.requestId, ip: meta.ip ?? null },
    }
    await transaction.query('INSERT INTO audit SELECT * FROM jsonb_populate_record(NULL::audit, $1)', [
      { ...row, hash: this.#key.hashOf(row) },
    ])
  }

  /** The newest row about a target of one of some actions. */
  async newestOf(
    db: Queryable,
    target: string,
    ...actions: readonly string[]
  ): Promise<Pick<AuditEntry, 'action' | 'detail'> | undefined> {
    const sql =
      'SELECT action, detail FROM audit WHERE target = $1 AND action = ANY ($2::text[]) ORDER BY sequence DESC LIMIT 1'
    return (await db.query<Pick<StoredRow, 'action' | 'detail'>>(sql, [target, actions])).rows[0]
  }

  /** Writes down what an operator does, from a command or while a service starts. */
  appendOperator(
    transaction: Queryable,
    what: Pick<AuditEntry, 'action' | 'target' | 'detail'>,
    requestId: 'start' | 'command',
  ): Promise<void> {
    return this.append(transaction, { admin: operator, ...what, meta: { requestId } })
  }

  /** How the chain stands, as far as it has been checked. */
  get state(): AuditState {
    const { head, fault, atMs, kept } = this.#checked
    return {
      service: this.#parts.service,
      head: head === undefined ? null : { ...head, at: isoTime(head.at.getTime()) },
      checkedAt: atMs === undefined ? null : isoTime(atMs),
      fault: fault ?? null,
      keptOutside: this.#kept.isOutside ? (kept ?? null) : null,
    }
  }

  /** @param isWhole reads the whole chain, not from the kept head on. @throws Refusal when too many wait for a check */
  check(isWhole = true): Promise<void> {
    return this.#checks.run('', () => this.#check(isWhole))
  }

  /** Checks the chain until it is stopped: every minute from the kept head, once a day from the first row. */
  watch(): Loop {
    let runs = 0
    return startLoop('audit', checkEveryMs, this.#parts.log, async (stopping) => {
      this.#stopping = stopping
      runs += 1
      await this.check(runs % wholeEvery === 0)
    })
  }

  /** What the contracts have every audited service answer. */
  get operations(): readonly Handler<unknown>[] {
    const { service, db } = this.#parts
    return [
      handle(readAuditOf(service), (_context, { admin, input }) =>
        this.#searches.run(admin.id, () => readRows(db, service, input)),
      ),
      handle(auditStateOf(service), async (_context, { input }) => {
        if (input.check) await Promise.race([this.check(), delay(askedCheckMs, undefined, { ref: false })])
        return this.state
      }),
    ]
  }

  count(registry: Registry): void {
    const openedAtMs = this.#parts.clock.now()
    gaugeIn(registry, 'audit_broken', '1 when the audit log is broken', () => {
      const { fault, atMs } = this.#checked
      return atMs === undefined ? undefined : Number(fault !== undefined)
    })
    gaugeIn(
      registry,
      'audit_checked_at_seconds',
      'Time of the last check of the audit log, or of the start before the first check, in seconds since the epoch',
      () => (this.#checked.atMs ?? openedAtMs) / 1_000,
    )
  }

  /** A chain that is broken is read from its first row each time. */
  async #check(isWhole: boolean): Promise<void> {
    const { db, clock, log } = this.#parts
    const atMs = clock.now()
    const kept = await this.#kept.read()
    const isFromFirst = isWhole || this.#checked.fault !== undefined
    const found = await checkChain({ db, key: this.#key, kept, isWhole: isFromFirst, stopping: this.#stopping })
    if (this.#stopping?.aborted === true) return
    const { head, fault } = found
    this.#checked = { ...found, atMs, kept: fault === undefined ? head?.sequence : kept?.sequence }
    if (fault !== undefined)
      log.error({ event: 'audit.broken', ...fault }, 'the audit log is broken: a row was changed or is missing')
    else if (head !== undefined) {
      await this.#kept.write(head, atMs)
      if (head.sequence !== kept?.sequence)
        log.info({ event: 'audit.head', sequence: head.sequence, hash: head.hash }, 'new head of the audit log')
    }
  }
}

type LastRow = Pick<StoredRow, 'sequence' | 'hash' | 'key_id'>

async function lastOf(transaction: Queryable): Promise<LastRow | undefined> {
  const { rows } = await transaction.query<LastRow>(
    'SELECT sequence, hash, key_id FROM audit ORDER BY sequence DESC LIMIT 1',
  )
  return rows[0]
}
