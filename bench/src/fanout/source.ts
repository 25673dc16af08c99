// Ticks for our gateway, as the aviator service tells them: NATS_URL. What a socket is told on connect is answered too.
import { aviatorTicked, getAviatorState, getKeys, paise } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { callerBus } from '../caller-bus.ts'
import { roundId, startTicks } from './ticks.ts'

const hash = 'ab'.repeat(32)
const now = Date.now()
const bus = await callerBus(process.env.NATS_URL ?? '', 'aviator', (caller) => async () => {
  const { keys } = await caller.call(getKeys, {}, { requestId: 'bench' })
  return keys
})
bus.serve(
  [
    handle(getAviatorState, () =>
      Promise.resolve({
        ...{ roundId, roundNumber: 1, fairnessHash: hash, volatilityMode: 'normal' as const, rtp: 96.97 },
        ...{ bettingEndsAt: now, serverTime: Date.now(), phase: 'flying' as const, multiplier: 1.5, takeoffAt: now },
        ...{ crashPoint: null, clientSeed: hash, clientSeeds: [], serverSeed: null, history: [], bet: null },
        ...{ balance: paise(0), balanceSeq: 0 },
      }),
    ),
  ],
  undefined,
)
await bus.flush()
startTicks((tick) => bus.signal(aviatorTicked, tick))
