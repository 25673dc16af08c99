// Checks the audit log of one service: DATABASE_URL=... AUDIT_KEY=... AUDIT_HEADS_DIR=... node
// libs/service-kit/src/bin/audit-verify.ts auth
// Prints the head, or the first broken row. Exit code 0: valid; 1: broken; 2: the check failed.
import { AuditedService } from '@kismet/contracts'
import { z } from 'zod'
import { ChainKey } from '../audit/chain.ts'
import { checkChain } from '../audit/check.ts'
import { KeptHead } from '../audit/kept-head.ts'
import { auditEnv } from '../audit/log.ts'
import { isoTime } from '../clock.ts'
import { createPool } from '../database.ts'
import { postgresUrl, readEnv } from '../env.ts'
import { createLogger } from '../logger.ts'

const nameWidth = 9

async function verify(service: AuditedService): Promise<number> {
  const config = readEnv(z.object({ DATABASE_URL: postgresUrl, ...auditEnv }), process.env)
  const key = new ChainKey(config.AUDIT_KEY, service)
  const log = createLogger(service, 'silent')
  const db = createPool({ url: config.DATABASE_URL, schema: service, maxConnections: 1, log })
  try {
    const kept = await new KeptHead(config.AUDIT_HEADS_DIR, service).read()
    const { head, fault } = await checkChain({ db, key, kept, isWhole: true })
    const at = head === undefined ? 'no rows' : `row ${head.sequence}  ${head.hash}  ${isoTime(head.at.getTime())}`
    console.log(
      `${service.padEnd(nameWidth)} ${fault === undefined ? at : `BROKEN: ${fault.what} In order up to there: ${at}`}`,
    )
    return fault === undefined ? 0 : 1
  } finally {
    await db.end()
  }
}

const unknown = 2
const service = AuditedService.safeParse(process.argv[2]).data
if (service === undefined) {
  console.error(`usage: audit-verify.ts ${AuditedService.options.join(' | ')}`)
  process.exitCode = unknown
} else
  process.exitCode = await verify(service).catch((error: unknown) => {
    console.error(`${service.padEnd(nameWidth)} NOT KNOWN: ${error instanceof Error ? error.message : String(error)}`)
    return unknown
  })
