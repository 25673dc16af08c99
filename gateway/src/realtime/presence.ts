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
  readonly user: Omit<Present, 'lastActive'>
}

/** The players of all gateways, each by the time of the last beat. */
const onlineKey = 'presence:online'
/** What admins see of a player. */
const playerKey = (userId: string) => `presence:player:${userId}`
const livesForMs = 30_000
/** The players of one write, so that a beat does not hold up other work. */
const playersAWrite = 100

/**
 * Which players have an open socket. Each gateway writes its players to Redis with every beat, and the players of a
 * gateway that died expire. A player counts once. A player who closes the last tab on one gateway, with tabs on another,
 * is absent until the next beat of the other.
 */
export class Presence {
  readonly #redis: Redis
  readonly #clock: Clock
  readonly #local = new Map<string, LocalPlayer>()

  constructor(redis: Redis, clock: Clock) {
    this.#redis = redis
    this.#clock = clock
  }

  /** A socket was opened. The first socket of a player writes the player to Redis. */
  async arrive({ claims, address }: Pick<SocketData, 'claims' | 'address'>): Promise<void> {
    const { sub: userId, email = '', iat } = claims
    const known = this.active(userId)
    if (known !== undefined) {
      known.sockets += 1
      return
    }
    const user = { userId, username: null, email, currentGame: null, loginTime: isoTime(iat * 1000), ip: address }
    const player = { sockets: 1, lastActiveMs: this.#clock.now(), user }
    this.#local.set(userId, player)
    await this.#write([player])
  }

  /** A socket was closed. */
  async leave(userId: string): Promise<void> {
    const known = this.#local.get(userId)
    if (known === undefined) return
    known.sockets -= 1
    if (known.sockets > 0) return
    this.#local.delete(userId)
    await Promise.all([this.#redis.zrem(onlineKey, userId), this.#redis.del(playerKey(userId))])
  }

  /** The player did something. The next beat tells it. @returns the player, if on this gateway */
  active(userId: string): LocalPlayer | undefined {
    const known = this.#local.get(userId)
    if (known !== undefined) known.lastActiveMs = this.#clock.now()
    return known
  }

  /** The player has opened a game. The next beat tells it. */
  play(userId: string, currentGame: z.output<typeof Game>): void {
    const known = this.active(userId)
    if (known !== undefined) known.user.currentGame = currentGame
  }

  /** Writes the players of this gateway, and removes the players of gateways that died. */
  async beat(): Promise<void> {
    const players = [...this.#local.values()]
    for (let start = 0; start < players.length; start += playersAWrite)
      await this.#write(players.slice(start, start + playersAWrite))
    await this.#redis.zremrangebyscore(onlineKey, '-inf', this.#clock.now() - livesForMs)
  }

  /** Up to `most` online players, the last active first. The cost does not grow with the number of players. */
  async some(most: number): Promise<Present[]> {
    const ids = await this.#redis.zrange(onlineKey, '+inf', this.#aliveSince(), 'BYSCORE', 'REV', 'LIMIT', 0, most)
    const texts = ids.length === 0 ? [] : await this.#redis.mget(ids.map(playerKey))
    const players = texts.flatMap((text) => OnlineUser.safeParse(JSON.parse(text ?? 'null')).data ?? [])
    return players.sort((a, b) => (a.lastActive < b.lastActive ? 1 : -1))
  }

  count(): Promise<number> {
    return this.#redis.zcount(onlineKey, this.#aliveSince(), '+inf')
  }

  #aliveSince(): string {
    return `(${this.#clock.now() - livesForMs}`
  }

  /** Players who left meanwhile are not written again. */
  async #write(all: readonly LocalPlayer[]): Promise<void> {
    const players = all.filter(({ sockets }) => sockets > 0)
    if (players.length === 0) return
    const now = this.#clock.now()
    const textOf = ({ user, lastActiveMs }: LocalPlayer) =>
      JSON.stringify({ ...user, lastActive: isoTime(lastActiveMs) })
    await Promise.all([
      ...players.map((player) => this.#redis.set(playerKey(player.user.userId), textOf(player), 'PX', livesForMs)),
      this.#redis.zadd(onlineKey, 'GT', ...players.flatMap(({ user }) => [now, user.userId])),
    ])
  }
}
