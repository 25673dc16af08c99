import { playerRoom } from '../socket-types.ts'
import type { GatewayIo } from '../socket-types.ts'

/** So many players are told in one turn of the event loop. */
const playersATurn = 100
/** So many items may wait their turn; when there are more they are told at once. */
const mostWaiting = 20_000

interface Item {
  readonly to: string
}

interface News {
  readonly event: string
  readonly items: readonly Item[]
  done: number
}

/**
 * Tells players what is theirs alone, in the order in which it came. Each gateway tells those whose sockets it holds: sent through Redis, every bet would cost a
 * message there, whether its player is connected or not. The end of a round has news for thousands at once, so they have turns.
 */
export class PlayerNews {
  readonly #io: GatewayIo
  readonly #later: (run: () => void) => void
  readonly #waiting: News[] = []
  #count = 0
  #isAskedFor = false

  constructor(io: GatewayIo, later: (run: () => void) => void = setImmediate) {
    this.#io = io
    this.#later = later
  }

  pass(event: string, items: readonly Item[]): void {
    this.#waiting.push({ event, items, done: 0 })
    this.#count += items.length
    while (this.#count > mostWaiting) this.#tellSome()
    if (!this.#isAskedFor) this.#turn()
  }

  readonly #turn = (): void => {
    this.#isAskedFor = false
    this.#tellSome()
    if (this.#waiting.length === 0) return
    this.#isAskedFor = true
    this.#later(this.#turn)
  }

  #tellSome(): void {
    const { rooms } = this.#io.of('/').adapter
    for (let left = playersATurn; left > 0; left -= 1) {
      const news = this.#waiting[0]
      if (news === undefined) return
      const next = news.items[news.done]
      if (next === undefined) this.#waiting.shift()
      else {
        news.done += 1
        this.#count -= 1
        const { to, ...item } = next
        const room = playerRoom(to)
        if (rooms.has(room)) this.#io.local.to(room).emit(news.event, item)
      }
    }
  }
}
