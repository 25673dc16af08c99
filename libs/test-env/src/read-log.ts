import { maxFactsRead } from '@kismet/contracts'
import type { FactLogShape, FactOf, Output } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'

/** Reads a log of facts from its beginning until nothing is left, as one of its readers on the bus. */
export async function readLog<Log extends FactLogShape>(reader: Bus, log: Log): Promise<FactOf<Log>[]> {
  const facts: FactOf<Log>[] = []
  let page: Output<FactLogShape> = { facts, cursor: '', more: true, waiting: false }
  while (page.more || page.waiting) {
    const input = { after: page.cursor, limit: maxFactsRead }
    page = await reader.call<FactLogShape>(log, input, { requestId: 'test' })
    facts.push(...page.facts)
  }
  return facts
}
