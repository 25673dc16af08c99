import { auditedServices, auditStateOf, checkAuditLog, getAuditLog, readAuditOf } from '@kismet/contracts'
import type { AuditedService, AuditState } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { isEnd, mergePages, newest, readPlaces } from '../domain/audit-merge.ts'
import { withPlayers } from '../read/audit-players.ts'

/**
 * Asks every audited service with the token of the admin.
 * @returns the answers, in order; undefined of an unavailable service
 * @throws Refusal of any other kind than `unavailable`
 */
const askAll = <Answer>(
  ask: (service: AuditedService, index: number) => Promise<Answer>,
): Promise<(Answer | undefined)[]> =>
  Promise.all(
    auditedServices.map((service, index) =>
      ask(service, index).catch((error: unknown) => {
        if (!isRefusal(error, 'unavailable')) throw error
        return undefined
      }),
    ),
  )

async function statesOf(
  { bus }: Context,
  { requestId, token }: CallMeta,
  check: boolean,
): Promise<{ states: AuditState[]; silent: AuditedService[] }> {
  const states = await askAll((service) => bus.call(auditStateOf(service), { check }, { requestId, token }))
  return {
    states: states.filter((state) => state !== undefined),
    silent: auditedServices.filter((_service, index) => states[index] === undefined),
  }
}

/** Merges the audit logs of all services. Analytics stores no audit rows (docs/internals/decisions/0015). */
export const auditOperations: readonly Handler<Context>[] = [
  handle(getAuditLog, async (ctx: Context, { input: { cursor, limit, ...filters }, meta }) => {
    const { requestId, token } = meta
    const places = cursor === undefined ? newest : readPlaces(cursor)
    if (places === undefined) throw new Refusal('invalid_request', 'The cursor is not valid.')
    const [pages, { states, silent }] = await Promise.all([
      askAll((service, index) => {
        const before = places[index]
        return ctx.bus.call(readAuditOf(service), { ...filters, before, limit }, { requestId, token })
      }),
      statesOf(ctx, meta, false),
    ])
    const { rows, places: next, searchedBackTo } = mergePages(places, pages, limit)
    return {
      ...{
        rows: await withPlayers(ctx, rows),
        nextCursor: isEnd(next) ? null : next.join('-'),
        searchedBackTo,
        states,
      },
      silent: auditedServices.filter((service, index) => pages[index] === undefined || silent.includes(service)),
    }
  }),
  handle(checkAuditLog, (ctx: Context, { meta }) => statesOf(ctx, meta, true)),
]
