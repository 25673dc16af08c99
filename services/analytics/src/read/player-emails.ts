import { maxEmailsRead, readPlayerEmails } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { eachOf } from '../ingest/store.ts'

const keptForMs = 10 * 60_000
const mostKept = 100_000

/** E-mails of players by their ids, asked for in parts and kept for a while. */
export class PlayerEmails {
  readonly #bus: Bus
  readonly #kept = new Map<string, { readonly email: string | null; readonly atMs: number }>()

  constructor(bus: Bus) {
    this.#bus = bus
  }

  /** Null where there is no account. @throws Refusal `unavailable` */
  async of(ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const staleMs = performance.now() - keptForMs
    // Another call may clear what is kept while this call waits.
    const found = new Map<string, string | null>()
    for (const id of ids) {
      const kept = this.#kept.get(id)
      if (kept !== undefined && kept.atMs >= staleMs) found.set(id, kept.email)
    }
    const missing = ids.filter((id) => !found.has(id))
    if (this.#kept.size + missing.length > mostKept) this.#kept.clear()
    const parts = Array.from({ length: Math.ceil(missing.length / maxEmailsRead) }, (_, at) =>
      missing.slice(at * maxEmailsRead, (at + 1) * maxEmailsRead),
    )
    await eachOf(parts, async (part) => {
      const { players } = await this.#bus.call(readPlayerEmails, { ids: [...part] }, { requestId: 'emails' })
      const emails = new Map(players.map(({ _id, email }) => [_id, email]))
      const atMs = performance.now()
      for (const id of part) {
        const email = emails.get(id) ?? null
        found.set(id, email)
        this.#kept.set(id, { email, atMs })
      }
    })
    return found
  }
}
