import { join } from 'node:path'
import { defineService } from '@kismet/service-kit/define-service'
import { auditEnv } from '@kismet/service-kit/audit/log'
import { isTooSlow } from '@kismet/service-kit/database'
import { casinoMode, databaseEnv, streamEnv, text } from '@kismet/service-kit/env'
import { BoundedQueue } from '@kismet/service-kit/bounded-queue'
import { startLoop } from '@kismet/service-kit/loop'
import { Maintenance } from '@kismet/service-kit/maintenance'
import { gaugeIn } from '@kismet/service-kit/metrics'
import { openPasswordWork } from '@kismet/service-kit/password-hashing'
import { Refusal } from '@kismet/service-kit/refusal'
import { Gauge } from 'prom-client'
import { z } from 'zod'
import type { Context } from './context.ts'
import { countUnbooked } from './db/requests.ts'
import { bankStatementUploads } from './http/bank-statements.ts'
import { downloads } from './http/downloads.ts'
import { exports } from './http/exports.ts'
import { forms } from './http/forms.ts'
import { PictureMaker } from './pictures/picture-maker.ts'
import { processRenderer, remoteRenderer } from './pictures/renderer.ts'
import { newFileName, openProofStore, proofsEnv, requireProofStore } from './proofs/proof-store.ts'
import { bankStatements } from './rpc/bank-statements.ts'
import { decisions } from './rpc/decisions.ts'
import { payoutHandlers } from './rpc/payouts.ts'
import { players } from './rpc/players.ts'
import { reads } from './rpc/reads.ts'
import { settings } from './rpc/settings.ts'
import { StatementReader } from './statements/reader.ts'
import { startHousekeeping } from './work/housekeeping.ts'
import { sendDue } from './work/outbox.ts'
import { applyDueProposals } from './work/proposals.ts'
import { countNotWritten } from './work/settings.ts'

const picturesEnv = {
  PICTURES_URL: text.pipe(z.url({ protocol: /^http$/, error: 'must be an http URL' }).optional()).meta({
    description:
      'The URL of the picture server, which opens uploads in a container of its own. Without it, payments starts a process for each file.',
    inContainers: true,
  }),
}

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
/** Hours that a change of where players pay to, or a weaker rule of approvals, waits in each mode. */
const payToDelays = { play: 0, real: 24 } as const
const payToEnv = {
  CASINO_MODE: casinoMode,
  PAY_TO_DELAY_HOURS: text
    .pipe(z.coerce.number<string | undefined>().int().min(0).max(720).optional())
    .describe(
      'Hours until a change of a pay-to account, or a weaker rule of approvals, takes effect without a second owner. Default: 24 if CASINO_MODE is real, else 0.',
    ),
}

const retentionEnv = {
  PROOF_DAYS: z.coerce
    .number()
    .int()
    .min(30)
    .max(1_826)
    .default(180)
    .describe('Days that a proof is kept after the decision about its request.'),
  ERASE_BANK_ROWS_AFTER_DAYS: z.coerce
    .number()
    .int()
    .min(90)
    .default(730)
    .describe('Days after which bank rows lose the names and numbers of their payers.'),
}

const maxConnections = 10
/** A search without a hit looks at every request: it is never more of the database than this, and no admin has all of it. Its own time fits behind its wait. */
const searchLimits = { running: 4, runningOfOwner: 2, waiting: 64, waitingOfOwner: 8, waitingMs: 1_000 }
/** Argon2 takes one of libuv's four threads for 30 ms. */
const passwordLimits = { running: 2, runningOfOwner: 1, waiting: 256, waitingOfOwner: 4 }
const outboxEveryMs = 1_000
/** A change that waits takes effect so much later at most. */
const payToEveryMs = 5_000

export const payments = defineService({
  name: 'payments',
  env: databaseEnv
    .extend({ ...auditEnv, ...streamEnv, ...picturesEnv, ...payToEnv, ...proofsEnv, ...retentionEnv })
    .superRefine(requireProofStore),
  async open(config, kit): Promise<Context> {
    const { bus, clock, randomness, log, registry } = kit
    const db = await kit.openDatabase({
      ...{ url: config.DATABASE_URL, folder: join(import.meta.dirname, '..'), maxConnections },
      // No list takes processors of the database that the wallet works on besides its own.
      settings: { max_parallel_workers_per_gather: '0' },
    })
    const audit = await kit.openAudit({ service: 'payments', db, config })
    const proofStore: Context['proofStore'] = { checkFile: newFileName(randomness) }
    new Gauge({
      name: 'payments_unbooked',
      help: 'Approved deposits and ended withdrawals that the wallet has not booked, and withdrawals with an unknown hold',
      labelNames: ['what'],
      registers: [registry],
      async collect() {
        this.reset()
        // A failed read gives no sample.
        for (const [what, count] of await countUnbooked(db).catch(() => [])) this.set({ what }, count)
      },
    })
    gaugeIn(
      registry,
      'payments_settings_not_written',
      'Settings that differ between the database and the audit log',
      () => countNotWritten({ audit, db, log }),
    )
    gaugeIn(registry, 'payments_proof_store_up', '1 while the store of proofs takes files, else 0', () =>
      proofStore.isUp === undefined ? undefined : Number(proofStore.isUp),
    )
    const { PICTURES_URL, CASINO_MODE: mode } = config
    if (PICTURES_URL === undefined) log.warn('PICTURES_URL is not set: processes of this user open uploaded files')
    const render = PICTURES_URL === undefined ? processRenderer() : remoteRenderer(PICTURES_URL)
    const searches = new BoundedQueue(searchLimits)
    const search: Context['search'] = (adminId, work) =>
      searches.run(adminId, work).catch((error: unknown) => {
        throw isTooSlow(error) ? new Refusal('unavailable') : error
      })
    return {
      ...{ db, mode, audit, bus, clock, randomness, log, search, proofStore, proofs: openProofStore(config) },
      lastSums: {},
      pictures: new PictureMaker({ log, render }),
      statements: new StatementReader(),
      maintenance: new Maintenance(bus),
      passwords: await openPasswordWork(randomness.bytes(32)),
      passwordQueue: new BoundedQueue(passwordLimits),
      payToDelayMs: (config.PAY_TO_DELAY_HOURS ?? payToDelays[mode]) * hourMs,
      keepProofsMs: config.PROOF_DAYS * dayMs,
      keepPayersMs: config.ERASE_BANK_ROWS_AFTER_DAYS * dayMs,
    }
  },
  operations: [...reads, ...players, ...settings, ...decisions, ...bankStatements, ...payoutHandlers],
  streams: [...downloads, ...exports, ...forms, ...bankStatementUploads],
  streamKey: ({ STREAM_KEY }) => STREAM_KEY,
  start(ctx) {
    return [
      ctx.maintenance.watch(ctx.log),
      startLoop('outbox', outboxEveryMs, ctx.log, () => sendDue(ctx)),
      startLoop('pay-to', payToEveryMs, ctx.log, () => applyDueProposals(ctx)),
      ...startHousekeeping(ctx),
    ]
  },
  close: ({ pictures }) => pictures.stop(),
})
