/** One that takes longer to say whether it can serve is not asked for more. */
const saysWithinMs = 1_000

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/ready', url), { signal: AbortSignal.timeout(saysWithinMs) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

/**
 * Chooses among the replicas of a service, in turn, the one that gets a stream: it is asked first whether it can serve, because what has been sent of a body cannot be
 * sent again elsewhere. A service with one address is not asked: whoever stands behind that name chooses.
 */
export class ReplicaChoice {
  readonly #urls: readonly string[]
  #turn = 0

  /** `urls` has one or more. */
  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  /** @returns where the stream goes; when none says that it can serve, to the one whose turn it is, which may be able to all the same */
  async next(): Promise<string> {
    const turn = this.#turn++ % this.#urls.length
    const inTurn = [...this.#urls.slice(turn), ...this.#urls.slice(0, turn)]
    const [first = ''] = inTurn
    if (inTurn.length === 1) return first
    for (const url of inTurn) if (await isReady(url)) return url
    return first
  }
}
