// Proves the whole ledger: DATABASE_URL=... node services/wallet/src/bin/reconcile.ts
// Exit 0 when it is clean, 1 when it is not (each break is named), 2 when it could not be read.
import { createClient, endClient } from '@kismet/service-kit/database'
import { reconcileConfig } from '../config.ts'
import { isClean, reconcile, wholeLedger } from '../reconcile/reconcile.ts'
import type { Reconciliation } from '../reconcile/reconcile.ts'

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

function report({ checks, totals }: Reconciliation): void {
  for (const { name, checked, breaks, examples } of checks) {
    console.log(`${breaks === 0 ? 'ok  ' : 'FAIL'} ${name} (${checked} checked)`)
    for (const example of examples) console.log(`       ${example}`)
    if (breaks > examples.length) console.log(`       and ${breaks - examples.length} more`)
  }
  const shown = [
    ['players', totals.playersTotal],
    ['held', totals.heldTotal],
    ['open stakes', totals.openStakesTotal],
    ['house', totals.houseTotal],
  ] as const
  console.log(shown.map(([name, paise]) => `${name} ${rupees.format(paise / 100)}`).join(', '))
  console.log(`${totals.entries} entries: ${isClean(checks) ? 'the ledger is clean' : 'THE LEDGER DOES NOT ADD UP'}`)
}

async function proveAll(): Promise<Reconciliation> {
  const client = createClient({ url: reconcileConfig().DATABASE_URL, schema: 'wallet' })
  // A connection that is lost fails the query that it had.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await reconcile(client, wholeLedger)
  } finally {
    await endClient(client)
  }
}

try {
  const found = await proveAll()
  report(found)
  process.exitCode = isClean(found.checks) ? 0 : 1
} catch (error) {
  console.error(`The ledger could not be read: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}
