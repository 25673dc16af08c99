import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import { TestLine } from '@kismet/test-env/test-line'
import { startTestRedis } from '@kismet/test-env/test-servers'
import type { TestRedis } from '@kismet/test-env/test-servers'
import { openForCommands } from '../src/redis.ts'

let first: TestRedis
let second: TestRedis
let line: TestLine

beforeAll(async () => {
  ;[first, second] = await Promise.all([startTestRedis(), startTestRedis()])
  line = await TestLine.to(first.url)
})
afterAll(async () => {
  await line.close()
  await Promise.all([first.remove(), second.remove()])
})

it('a client that stays connected to the old master of a failover writes to the new master again', async () => {
  const redis = await openForCommands(line.url, testLogger('test'), 'commands', 500)
  await redis.set('key', 'before')
  line.leadTo(second.url)
  await redis.call('REPLICAOF', '127.0.0.1', String(second.port))
  await expect(redis.set('key', 'refused')).rejects.toThrow('READONLY')
  await eventually('a write succeeds', () =>
    redis.set('key', 'after').then(
      () => true,
      () => false,
    ),
  )
  const direct = await openForCommands(second.url, testLogger('test'), 'direct', 500)
  expect(await direct.get('key')).toBe('after')
  redis.disconnect()
  direct.disconnect()
})
