// Contender (d): the callers, as a game's process on the bus. NATS_URL, IN_FLIGHT, SECONDS. Prints "measuring", then one line of JSON.
import { playBet } from '@kismet/contracts'
import { callerBus } from './caller-bus.ts'
import { closedLoop } from './closed-loop.ts'
import { Workload } from './workload.ts'

const bus = await callerBus(process.env.NATS_URL ?? '', 'dice-slots')
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
