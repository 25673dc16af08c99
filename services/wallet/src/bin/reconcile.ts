// Proves the whole ledger: DATABASE_URL=... node services/wallet/src/bin/reconcile.ts
// Exit 0 when it is clean, 1 when it is not (each break is named), 2 when it could not be read.
import { reconcileConfig } from '../config.ts'
import { isClean } from '../reconcile/reconcile.ts'
import { proveAll, report } from './proof.ts'

try {
  const found = await proveAll(reconcileConfig().DATABASE_URL)
  report(found)
  process.exitCode = isClean(found.checks) ? 0 : 1
} catch (error) {
  console.error(`Failed to read the ledger: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}
