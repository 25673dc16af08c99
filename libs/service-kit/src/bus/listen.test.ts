import { expect, it, jest } from '@jest/globals'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import type { NatsConnection, SubscriptionOptions } from '@nats-io/nats-core'
import { listen, RefusedSubjects } from './listen.ts'

it('what the server refuses is refused until the server has answered otherwise', async () => {
  const told: NonNullable<SubscriptionOptions['callback']>[] = []
  // Refuses a subject twice after the first time; what it refuses it has refused before it answers a flush.
  const refuse = () => told.at(-1)?.(new Error('Permissions Violation'), {} as never)
  const nats = {
    subscribe: (_subject: string, { callback }: SubscriptionOptions) => {
      if (callback !== undefined) told.push(callback)
      return { isClosed: () => true }
    },
    flush: () => Promise.resolve(told.length <= 3 ? refuse() : undefined),
    isClosed: () => false,
  } as unknown as NatsConnection
  const onNone = jest.fn()
  const refused = new RefusedSubjects(onNone)
  const end = listen({ nats, log: testLogger('listen'), refused }, 'wallet.play', () => undefined)
  void refuse()
  expect(refused.size).toBe(1)
  await eventually('it is heard', () => onNone.mock.calls.length > 0)
  expect([told.length, refused.size, onNone.mock.calls.length]).toEqual([4, 0, 1])
  await end()
})
