import { limits } from '@kismet/contracts'
import { auditEnv } from '@kismet/service-kit/audit/log'
import { databaseEnv, postgresUrl, readEnv } from '@kismet/service-kit/env'
import { z } from 'zod'

const integer = (least: number, most: number, otherwise: number) =>
  z.coerce.number().int().min(least).max(most).default(otherwise)
const dayMs = 86_400_000

export const walletEnv = databaseEnv.extend({
  ...auditEnv,
  DATABASE_CONNECTIONS: integer(1, 50, 5).describe('Connections to PostgreSQL for reads. Each lane has one more.'),
  WALLET_LANES: integer(1, 16, 3).describe('The number of lanes: batches that the wallet can write at the same time.'),
  WALLET_MAX_BATCH: integer(1, 4096, 1024).describe('The most commands in one batch. A batch is one commit.'),
  WALLET_MAX_QUEUED: integer(1, 65_536, 8192).describe(
    'The most commands that can wait. The wallet refuses more with `unavailable`.',
  ),
  BONUS_MIN_MULTIPLIER: z.coerce
    .number()
    .min(1)
    .max(100)
    .default(limits.bonus.minMultiplierDefault)
    .describe('The lowest multiplier of a bet that counts towards a bonus. The texts for players say 1.01.'),
  RECONCILE_EVERY_MS: integer(1000, dayMs, 60_000).describe('The interval of the reconciliation, in ms.'),
  PAY_OUT_MAX_UNKNOWN_MS: integer(60_000, 30 * dayMs, 3_600_000).describe(
    'How long withdrawals are paid out without a new result of the reconciliation, in ms.',
  ),
})
export type WalletConfig = Readonly<z.output<typeof walletEnv>>

const commandEnv = z.object({ DATABASE_URL: postgresUrl })

/** The environment of `bin/ledger.ts reconcile`. @throws Error that names what is missing */
export const commandConfig = (): Readonly<z.output<typeof commandEnv>> => readEnv(commandEnv, process.env)

const operatorEnv = commandEnv.extend(auditEnv)

/** The environment of the commands of `bin/ledger.ts` that write. @throws Error that names what is missing */
export const operatorConfig = (): Readonly<z.output<typeof operatorEnv>> => readEnv(operatorEnv, process.env)
