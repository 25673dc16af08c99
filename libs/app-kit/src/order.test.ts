import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { CallError } from './call-error.ts'
import { refusal, unanswered } from './call-error.ts'
import type { OrderEvent, Order, OrderEventType, OrderState } from './order.ts'
import { executeOrder, isInFlight, applyOrderEvent, ordersForSession } from './order.ts'

type Orders = readonly Order<null>[]

const states: readonly OrderState[] = ['sending', 'asking', 'unknown', 'cancelled']
const answers = ['unanswered', 'done', 'refused', 'unheard', 'lost', 'cancelled', 'found'] as const
const order = (state: OrderState, session = 'now'): Order<null> => ({
  intent: 'bet',
  key: 'first',
  facts: null,
  state,
  session,
})
const sent = (intent: string, key: string, session = 'now'): OrderEvent<null> => ({
  type: 'sent',
  session,
  order: { intent, key, facts: null },
})

describe('an order', () => {
  it.each<[OrderState, OrderEventType, OrderState | 'free']>([
    ['sending', 'unanswered', 'asking'],
    ['sending', 'done', 'free'],
    ['sending', 'refused', 'free'],
    ['sending', 'unheard', 'free'],
    ['sending', 'lost', 'unknown'],
    ['sending', 'cancelled', 'cancelled'],
    ['sending', 'found', 'sending'],
    ['asking', 'refused', 'free'],
    ['asking', 'unheard', 'unknown'],
    ['asking', 'cancelled', 'unknown'],
    ['unknown', 'sent', 'asking'],
    ['unknown', 'found', 'free'],
    ['unknown', 'dropped', 'free'],
    ['sending', 'dropped', 'sending'],
    ['asking', 'dropped', 'asking'],
    ['cancelled', 'sent', 'asking'],
    ['cancelled', 'found', 'free'],
  ])('that is %s becomes after "%s": %s', (state, type, next) => {
    const happened = type === 'sent' ? sent('bet', 'second') : { type: type as 'done', session: 'now', key: 'first' }
    const after = applyOrderEvent([order(state)], happened)
    expect(after.map((one) => [one.state, one.key])).toEqual(next === 'free' ? [] : [[next, 'first']])
  })

  it('of another session has an unknown outcome here, unless it was cancelled', () => {
    const seen = ordersForSession(
      states.map((state) => order(state, 'before')),
      'now',
    )
    expect(seen.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown', 'cancelled'])
  })

  it('is not changed by the answer to another session', () => {
    fc.assert(
      fc.property(fc.constantFrom(...states), fc.constantFrom(...answers), (state, type) => {
        const orders: Orders = [order(state, 'now')]
        const after = applyOrderEvent(orders, { type, session: 'before', key: 'first' })
        if (type !== 'found') expect(after).toBe(orders)
      }),
    )
  })
})

/** What may happen to one attempt. `arrives`: the server carries the command out, once for each key. */
const steps = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('press' as const), intent: fc.constantFrom('a', 'b', 'c') }),
    fc.record({
      what: fc.constant('answer' as const),
      arrives: fc.boolean(),
      says: fc.constantFrom('answer', 'loses', 'too many', 'stops'),
    }),
    fc.record({ what: fc.constant('leave' as const) }),
    fc.record({ what: fc.constant('look' as const) }),
    fc.record({ what: fc.constant('drop' as const) }),
  ),
  { maxLength: 60 },
)

/** A server that carries out each key once, and a page that hears what is told. */
class World {
  orders: Orders = []
  keys = 0
  session = 0
  readonly carriedOut = new Map<string, string>()
  readonly told = { done: new Set<string>(), no: new Set<string>(), unknown: new Set<string>() }
  readonly sentKeys = new Map<string, Set<string>>()

  now = (): string => String(this.session)

  happen(happened: OrderEvent<null>): void {
    const before = ordersForSession(this.orders, this.now())
    const after = applyOrderEvent(this.orders, happened)
    this.orders = after
    for (const gone of before.filter(({ key }) => !after.some((one) => one.key === key))) {
      if (happened.type === 'done' || happened.type === 'found') this.told.done.add(gone.key)
      else if (happened.type === 'dropped') this.told.unknown.add(gone.key)
      else this.told.no.add(gone.key)
    }
  }

  press(intent: string): void {
    if (ordersForSession(this.orders, this.now()).some(isInFlight)) return
    this.happen(sent(intent, `key ${++this.keys}`, this.now()))
  }

  /** The command arrives or not; then the server answers, or the answer is lost, or no one looks at the key. */
  answer(arrives: boolean, says: 'answer' | 'loses' | 'too many' | 'stops'): void {
    const inFlight = ordersForSession(this.orders, this.now()).find(isInFlight)
    if (!inFlight) return
    const { key, intent } = inFlight
    if (arrives && says !== 'too many') this.carriedOut.set(key, intent)
    const isDone = this.carriedOut.has(key)
    const type = { answer: isDone ? 'done' : 'refused', loses: 'lost', 'too many': 'unheard', stops: 'cancelled' }
    this.happen({ type: type[says] as 'done', session: this.now(), key })
  }

  /** The page tells that the outcomes are unknown, and no longer asks. */
  drop(): void {
    for (const { key } of this.orders) this.happen({ type: 'dropped', session: this.now(), key })
  }

  look(): void {
    for (const { key } of this.orders)
      if (this.carriedOut.has(key)) this.happen({ type: 'found', session: this.now(), key })
  }
}

describe('orders of one form', () => {
  it('never have two keys for one order whose outcome is unknown, and never tell an order that was carried out as "no"', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const world = new World()
        for (const step of taken) {
          if (step.what === 'press') world.press(step.intent)
          else if (step.what === 'answer') world.answer(step.arrives, step.says)
          else if (step.what === 'leave') world.session += 1
          else if (step.what === 'drop') world.drop()
          else world.look()
          const intents = world.orders.map(({ intent }) => intent)
          expect(new Set(intents).size).toBe(intents.length)
          for (const [key] of world.carriedOut) {
            expect(world.told.no.has(key)).toBe(false)
            const isTold = world.told.done.has(key) || world.told.unknown.has(key)
            expect(isTold || world.orders.some((one) => one.key === key)).toBe(true)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('free the key with a refusal that says that the server did nothing', () => {
    const first = applyOrderEvent<null>([], sent('a', 'first'))
    const refused = applyOrderEvent(first, { type: 'refused', session: 'now', key: 'first' })
    expect(refused).toEqual([])
    expect(applyOrderEvent(refused, sent('a', 'second'))).toMatchObject([{ key: 'second', state: 'sending' }])
  })
})

describe('what an answer says', () => {
  it.each<[string, CallError, string]>([
    ['no network', unanswered('network'), 'lost'],
    ['a server error', refusal(503, { code: 'unavailable' }, null), 'lost'],
    ['a stopped upload', unanswered('cancelled'), 'cancelled'],
    ['too many requests', refusal(429, { code: 'too_many_requests' }, null), 'unheard'],
    ['no session', refusal(401, { code: 'unauthenticated' }, null), 'unheard'],
    ['a refusal', refusal(422, { code: 'insufficient_balance' }, null), 'refused'],
    ['maintenance', refusal(503, { code: 'maintenance' }, null), 'refused'],
  ])('%s', async (_, error, is) => {
    const sending = { send: () => Promise.resolve({ error }), times: 0 }
    expect(await executeOrder(() => true, sending)).toEqual({ is, error })
  })

  it('is nothing to another session, which also sends nothing', async () => {
    let isHere = true
    let sends = 0
    const ended = executeOrder(() => isHere, {
      send: () => {
        sends += 1
        return Promise.resolve({ error: unanswered('network') })
      },
      onUnanswered: () => void (isHere = false),
    })
    expect(await ended).toBeNull()
    expect(sends).toBe(1)
  })
})
