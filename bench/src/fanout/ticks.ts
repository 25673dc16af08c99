import { aviatorTicked, limits, paise } from '@kismet/contracts'
import type { z } from 'zod'

type Tick = z.output<typeof aviatorTicked.payload>

export const roundId = '01890000-0000-7000-8000-000000000001'

/** What a tick brings of others when 5,000 watch and some hundreds of them have bet. */
const feed: Tick['feed'] = Array.from({ length: 4 }, (_, nth) => ({
  name: `a***${nth}`,
  betAmount: paise(100_000 + nth),
  multiplier: 1.5,
  payout: paise(150_000 + nth),
}))

/** Ten ticks a second, for ever, each with the time just before it is sent. */
export function startTicks(send: (tick: Tick) => void): void {
  const startedAt = performance.now()
  let seq = 0
  const next = () => {
    seq += 1
    send({ roundId, multiplier: 1.5, seq, serverTime: Date.now(), feed })
    setTimeout(next, Math.max(1, startedAt + seq * limits.aviator.tickEveryMs - performance.now()))
  }
  next()
}
