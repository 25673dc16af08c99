import type { Kit } from '@kismet/service-kit/define-service'
import { needed } from '@kismet/service-kit/redis'
import type { Redis } from 'ioredis'

/** At most `most` notes at `key` within any `withinMs`. */
export interface Window {
  readonly key: string
  readonly most: number
  readonly withinMs: number
}

/**
 * Forgets notes that are older than their window; writes one into each when all have room and it has a name. Answers 0, or how many ms to wait.
 * ARGV: now, name or '', then of each key its window in ms and how many notes it takes.
 */
const noteScript = `
local longest = 0
for i, key in ipairs(KEYS) do
  local within, most = tonumber(ARGV[2 * i + 1]), tonumber(ARGV[2 * i + 2])
  redis.call('ZREMRANGEBYSCORE', key, '-inf', ARGV[1] - within)
  local over = redis.call('ZCARD', key) - most
  if over >= 0 then
    local frees = redis.call('ZRANGE', key, over, over, 'WITHSCORES')
    longest = math.max(longest, frees[2] + within - ARGV[1])
  end
end
if longest > 0 or ARGV[2] == '' then return longest end
for i, key in ipairs(KEYS) do
  redis.call('ZADD', key, ARGV[1], ARGV[2])
  redis.call('PEXPIRE', key, ARGV[2 * i + 1])
end
return 0`

/** Counts events in sliding windows, by the clock of the caller. Each step is one script, so that parallel events count. */
export class Windows {
  readonly #parts: Pick<Kit, 'clock'> & { readonly redis: Redis }

  constructor(parts: Pick<Kit, 'clock'> & { readonly redis: Redis }) {
    this.#parts = parts
  }

  /**
   * @param noted the name of a note. If all windows have room, the note is written into each. Without a name this only looks
   * @returns 0 when all windows have room, else how many ms until they have
   * @throws Refusal `unavailable`
   */
  async waitMs(windows: readonly Window[], noted = ''): Promise<number> {
    const { redis, clock } = this.#parts
    const keys = windows.map(({ key }) => key)
    const args = [clock.now(), noted, ...windows.flatMap(({ withinMs, most }) => [withinMs, most])]
    return Number(await needed(redis, redis.eval(noteScript, keys.length, ...keys, ...args)))
  }

  /** Takes notes back. @throws Refusal `unavailable` */
  async giveBack(windows: readonly Window[], noted: string): Promise<void> {
    const { redis } = this.#parts
    await needed(redis, Promise.all(windows.map(({ key }) => redis.zrem(key, noted))))
  }

  /** Forgets all notes. @throws Refusal `unavailable` */
  async empty(windows: readonly Window[]): Promise<void> {
    const { redis } = this.#parts
    await needed(redis, redis.del(...windows.map(({ key }) => key)))
  }
}
