// Checks the whole ledger: DATABASE_URL=... node services/wallet/src/bin/reconcile.ts
// Exit 0: clean. Exit 1: broken, and each break is printed. Exit 2: the ledger could not be read.
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
