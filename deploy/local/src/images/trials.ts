import { setTimeout as delay } from 'node:timers/promises'
import type { Engine } from './engine.ts'
import type { Installation, State } from './installation.ts'

export interface Trial {
  readonly what: string
  readonly run: (engine: Engine, installation: Installation) => Promise<void>
}

const cutOffMs = 15_000
const stoppedMs = 5_000
const nameOf = ({ Name }: State) => Name.slice(1)

/** As a crash: the engine starts it again, which it does not do for what it was told to kill. */
function crash({ State: { Pid } }: State): void {
  process.kill(Pid, 'SIGKILL')
}

async function firstOf(installation: Installation, service: string): Promise<State> {
  const [first] = await installation.containers(service)
  if (first === undefined) throw new Error(`There is no ${service}`)
  return first
}

/** Takes the container of the replica that leads from the network of the bus for a while. */
async function cutOffLeader(engine: Engine, installation: Installation, service: string): Promise<void> {
  const container = await installation.leaderOf(service)
  await engine.docker('network', 'disconnect', 'kismet_inside', nameOf(container))
  await delay(cutOffMs)
  await engine.docker('network', 'connect', '--alias', service, 'kismet_inside', nameOf(container))
}

/** What is done to an installation with two of each of gateway, wallet and aviator while people play. */
export const trials: readonly Trial[] = [
  {
    what: 'one of two gateways is stopped and started again',
    run: async (engine: Engine, installation: Installation): Promise<void> => {
      const gateway = await firstOf(installation, 'gateway')
      await engine.docker('stop', '--time=20', nameOf(gateway))
      await delay(stoppedMs)
      await engine.docker('start', nameOf(gateway))
    },
  },
  {
    what: 'one of two gateways is killed',
    run: async (_engine, installation) => crash(await firstOf(installation, 'gateway')),
  },
  {
    what: 'the wallet that leads is killed',
    run: async (_engine, installation) => crash(await installation.leaderOf('wallet')),
  },
  {
    what: 'the wallet that leads is cut off from the bus and joined again',
    run: (engine, installation) => cutOffLeader(engine, installation, 'wallet'),
  },
  {
    what: 'the aviator that leads is cut off from the bus and joined again',
    run: (engine, installation) => cutOffLeader(engine, installation, 'aviator'),
  },
  {
    what: 'the aviator that leads is killed',
    run: async (_engine, installation) => crash(await installation.leaderOf('aviator')),
  },
  {
    what: 'NATS is killed',
    run: async (_engine, installation) => crash(await firstOf(installation, 'nats')),
  },
  {
    what: 'PostgreSQL is killed',
    run: async (_engine, installation) => crash(await firstOf(installation, 'postgres')),
  },
]
