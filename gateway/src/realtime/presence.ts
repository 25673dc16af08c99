import { setTimeout as delay } from 'node:timers/promises'
import { OnlineUser } from '@kismet/contracts'
import type { Game } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { Clock } from '@kismet/service-kit/clock'
import type { Redis } from 'ioredis'
import type { z } from 'zod'
import type { SocketData } from './socket-types.ts'

type Present = z.output<typeof OnlineUser>

interface LocalPlayer {
  sockets: number
  lastActiveMs: number
  user: Omit<Present, 'lastActive'>
}

const replicasKey = 'presence:replicas'
/** The players of all gateways, each by the time of the last sign of any. */
const onlineKey = 'presence:online'
const playersPrefix = 'presence:players:'
const playersKey = (replica: string) => `${playersPrefix}${replica}`
const livesForMs = 30_000
const gatherMs = 10
/** Of so many the news are put together without holding anybody up. */
const playersAWrite = 250

/**
 * Takes players away from a gateway, and from those who are online where no other gateway has them.
 * KEYS: those of the gateways, of all players, of the gateway's own; ARGV: how keys of a gateway's players begin, then ids.
 */
const leaveScript = `
local gateways = redis.call('ZRANGE', KEYS[1], 0, -1)
for i = 2, #ARGV do
  redis.call('HDEL', KEYS[3], ARGV[i])
  local isElsewhere = false
  for _, gateway in ipairs(gateways) do
    isElsewhere = isElsewhere or redis.call('HEXISTS', ARGV[1] .. gateway, ARGV[i]) == 1
  end
  if not isElsewhere then redis.call('ZREM', KEYS[2], ARGV[i]) end
end`

/**
 * Which players have an open socket. Each gateway keeps a hash of its own players in Redis and renews it with every beat; the hash of one that died
 * expires. How many there are is asked each second, so that their ids stand in one set of all gateways as well. A player with several tabs, or tabs on several gateways, counts once.
 */
export class Presence {
  readonly #redis: Redis
  readonly #clock: Clock
  readonly #replica: string
  readonly #local = new Map<string, LocalPlayer>()
  #arriving: { readonly players: LocalPlayer[]; readonly written: Promise<void> } | undefined

  /** `replica` names this process. */
  constructor(redis: Redis, clock: Clock, replica: string) {
    this.#redis = redis
    this.#clock = clock
    this.#replica = replica
  }

  /** A socket was opened. The first one of a player is made known to all gateways. */
  async arrive({ claims, address }: Pick<SocketData, 'claims' | 'address'>): Promise<void> {
    const { sub: userId, email = '', iat } = claims
    const known = this.#local.get(userId)
    this.active(userId)
    if (known !== undefined) {
      known.sockets += 1
      return
    }
    const user = { userId, username: null, email, currentGame: null, loginTime: isoTime(iat * 1000), ip: address }
    const player = { sockets: 1, lastActiveMs: this.#clock.now(), user }
    this.#local.set(userId, player)
    await this.#writeSoon(player)
  }

  /** A socket was closed. */
  async leave(userId: string): Promise<void> {
    const known = this.#local.get(userId)
    if (known === undefined) return
    known.sockets -= 1
    if (known.sockets > 0) return
    this.#local.delete(userId)
    await this.#takeAway([userId])
  }

  /** The player did something. Told with the next beat. */
  active(userId: string): void {
    const known = this.#local.get(userId)
    if (known !== undefined) known.lastActiveMs = this.#clock.now()
  }

  async play(userId: string, currentGame: z.output<typeof Game>): Promise<void> {
    const known = this.#local.get(userId)
    if (known === undefined) return
    this.active(userId)
    known.user = { ...known.user, currentGame }
    await this.#write([known])
  }

  /** Says that this gateway and its players are still here. */
  async beat(): Promise<void> {
    const players = [...this.#local.values()]
    for (let start = 0; start < players.length; start += playersAWrite)
      await this.#write(players.slice(start, start + playersAWrite))
    const now = this.#clock.now()
    await Promise.all([
      this.#redis.zremrangebyscore(replicasKey, '-inf', String(now - 10 * livesForMs)),
      this.#redis.zremrangebyscore(onlineKey, '-inf', String(now - livesForMs)),
    ])
  }

  /**
   * Up to `most` players who are online, the last active first. Each stands there once, as told by the gateway that saw
   * the newest sign. The cost does not grow with the number of players.
   */
  async some(most: number): Promise<Present[]> {
    const newest = new Map<string, Present>()
    const [ids, replicas] = await Promise.all([
      this.#redis.zrange(onlineKey, '+inf', this.#aliveSince(), 'BYSCORE', 'REV', 'LIMIT', 0, most),
      this.#redis.zrange(replicasKey, '0', '-1'),
    ])
    if (ids.length === 0) return []
    const texts = await Promise.all(replicas.map((replica) => this.#redis.hmget(playersKey(replica), ...ids)))
    for (const text of texts.flat()) {
      const read = OnlineUser.safeParse(JSON.parse(text ?? 'null'))
      if (!read.success) continue
      const before = newest.get(read.data.userId)
      if (before === undefined || before.lastActive < read.data.lastActive) newest.set(read.data.userId, read.data)
    }
    return [...newest.values()].sort((a, b) => (a.lastActive < b.lastActive ? 1 : -1))
  }

  count(): Promise<number> {
    return this.#redis.zcount(onlineKey, this.#aliveSince(), '+inf')
  }

  #aliveSince(): string {
    return `(${this.#clock.now() - livesForMs}`
  }

  /** Takes this gateway's players away at once. */
  async end(): Promise<void> {
    for (const player of this.#local.values()) player.sockets = 0
    const ids = [...this.#local.keys()]
    this.#local.clear()
    await this.#arriving?.written
    for (let start = 0; start < ids.length; start += playersAWrite)
      await this.#takeAway(ids.slice(start, start + playersAWrite))
    await this.#redis.del(playersKey(this.#replica))
    await this.#redis.zrem(replicasKey, this.#replica)
  }

  async #takeAway(ids: readonly string[]): Promise<void> {
    const keys = [replicasKey, onlineKey, playersKey(this.#replica)]
    await this.#redis.eval(leaveScript, keys.length, ...keys, playersPrefix, ...ids)
  }

  /** After a restart thousands come at once: those of some ms are written together. */
  #writeSoon(player: LocalPlayer): Promise<void> {
    if (this.#arriving === undefined) {
      const players: LocalPlayer[] = []
      const write = () => {
        this.#arriving = undefined
        return this.#write(players)
      }
      this.#arriving = { players, written: delay(gatherMs).then(write) }
    }
    this.#arriving.players.push(player)
    return this.#arriving.written
  }

  /** Those who have left meanwhile are not written again. */
  async #write(all: readonly LocalPlayer[]): Promise<void> {
    const players = all.filter(({ sockets }) => sockets > 0)
    if (players.length === 0) return
    const key = playersKey(this.#replica)
    const fields = players.flatMap(({ user, lastActiveMs }) => [
      user.userId,
      JSON.stringify({ ...user, lastActive: isoTime(lastActiveMs) }),
    ])
    const now = this.#clock.now()
    await Promise.all([
      this.#redis.hset(key, ...fields),
      this.#redis.pexpire(key, livesForMs),
      this.#redis.zadd(onlineKey, 'GT', ...players.flatMap(({ user }) => [now, user.userId])),
      this.#redis.zadd(replicasKey, now, this.#replica),
    ])
  }
}
