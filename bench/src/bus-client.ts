// Contender (d): the callers, as a game's process on the bus. NATS_URL, IN_FLIGHT, SECONDS. Prints "measuring", then one line of JSON.
import { playBet } from '@kismet/contracts'
import { Bus } from '@kismet/service-kit/bus/bus'
import { systemClock } from '@kismet/service-kit/clock'
import { createLogger } from '@kismet/service-kit/logger'
import { busMetrics, Registry } from '@kismet/service-kit/metrics'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { closedLoop } from './closed-loop.ts'
import { Workload } from './workload.ts'

const bus = await Bus.open(
  {
    url: process.env.NATS_URL ?? '',
    service: 'dice-slots',
    clock: systemClock,
    randomness: systemRandomness,
    log: createLogger('bench', 'warn'),
    metrics: busMetrics(new Registry()),
  },
  () => () => Promise.resolve([]),
)
const workload = new Workload()
const seen = await closedLoop(
  Number(process.env.IN_FLIGHT),
  Number(process.env.SECONDS),
  () =>
    bus.call(playBet, workload.next(), { requestId: 'bench' }).then(
      ({ replayed }) => (replayed ? 'replayed' : 'booked'),
      () => 'refused',
    ),
  () => workload.hasMetEverybody,
  () => console.log('measuring'),
)
console.log(JSON.stringify(seen))
await bus.close()
