import { auditedServices, auditStateOf, checkAuditLog, getAuditLog, readAuditOf } from '@kismet/contracts'
import type { AuditedService, AuditState } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { isEnd, mergePages, newest, readPlaces, writePlaces } from '../domain/audit-merge.ts'

/**
 * Asks every audited service with the token of the admin.
 * @returns the answers; an unavailable service has no entry
 * @throws Refusal of any other kind than `unavailable`
 */
async function askAll<Answer>(
  ask: (service: AuditedService) => Promise<Answer>,
): Promise<Partial<Record<AuditedService, Answer>>> {
  const answers = await Promise.all(
    auditedServices.map(async (service) => {
      try {
        return [[service, await ask(service)]] as const
      } catch (error) {
        if (isRefusal(error, 'unavailable')) return []
        throw error
      }
    }),
  )
  return Object.fromEntries(answers.flat())
}

async function statesOf(
  { bus }: Context,
  { requestId, token }: CallMeta,
  check: boolean,
): Promise<{ states: AuditState[]; silent: AuditedService[] }> {
  const states = await askAll((service) => bus.call(auditStateOf(service), { check }, { requestId, token }))
  return {
    states: Object.values(states),
    silent: auditedServices.filter((service) => states[service] === undefined),
  }
}

/** Merges the audit logs of all services. Analytics stores no audit rows (docs/internals/decisions/0015). */
export const auditOperations: readonly Handler<Context>[] = [
  handle(getAuditLog, async (ctx: Context, { input: { cursor, limit, ...filters }, meta }) => {
    const { requestId, token } = meta
    const places = cursor === undefined ? newest : readPlaces(cursor)
    if (places === undefined) throw new Refusal('invalid_request', 'The cursor is not valid.')
    const [pages, states] = await Promise.all([
      askAll((service) => {
        const asked = { ...filters, before: places[service], limit }
        return ctx.bus.call(readAuditOf(service), asked, { requestId, token })
      }),
      statesOf(ctx, meta, false),
    ])
    const { rows, places: next, searchedBackTo } = mergePages(places, pages, limit)
    const silent = auditedServices.filter((service) => pages[service] === undefined || states.silent.includes(service))
    return { rows, nextCursor: isEnd(next) ? null : writePlaces(next), searchedBackTo, states: states.states, silent }
  }),
  handle(checkAuditLog, (ctx: Context, { meta }) => statesOf(ctx, meta, true)),
]
