import { createClient, endClient } from '@kismet/service-kit/database'
import { isClean, reconcile } from '../reconcile/reconcile.ts'
import type { Reconciliation } from '../reconcile/reconcile.ts'

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** Prints what a proof has found, each break by its name. */
export function report({ checks, totals }: Reconciliation): void {
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

/** Proves the whole ledger of a database. */
export async function proveAll(databaseUrl: string): Promise<Reconciliation> {
  const client = createClient({ url: databaseUrl, schema: 'wallet' })
  // A connection that is lost fails the query that it had.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await reconcile(client)
  } finally {
    await endClient(client)
  }
}
