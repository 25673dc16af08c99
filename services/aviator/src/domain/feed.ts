import { limits, paise } from '@kismet/contracts'
import type { FeedEntry } from '@kismet/contracts'
import { fromHundredths } from '@kismet/fairness'
import type { z } from 'zod'

type Entry = z.output<typeof FeedEntry>

/** More than this is never told: those who watch could not read it either. */
const maxWaiting = 200

/** What waits to be told of the bets and cash-outs of a round. */
export class Feed {
  #waiting: Entry[] = []

  placed(name: string, stakePaise: number): void {
    this.#add({ name, betAmount: paise(stakePaise) })
  }

  cashedOut(name: string, stakePaise: number, multiplierHundredths: number, payoutPaise: number): void {
    const multiplier = fromHundredths(multiplierHundredths)
    this.#add({ name, betAmount: paise(stakePaise), multiplier, payout: paise(payoutPaise) })
  }

  /** What the next tick tells, as the field that it has for that: those that have waited longest. */
  take(): { feed?: Entry[] } {
    const feed = this.#waiting.splice(0, limits.aviator.feedOfTick)
    return feed.length === 0 ? {} : { feed }
  }

  /** A round is told of its own bets alone. */
  clear(): void {
    this.#waiting = []
  }

  #add(entry: Entry): void {
    if (this.#waiting.length < maxWaiting) this.#waiting.push(entry)
  }
}
