import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { serviceNames } from '@kismet/contracts'
import type { ServiceName } from '@kismet/contracts'
import { freePort } from '@kismet/real-servers/ports'
import type { Env } from '@kismet/service-kit/env'
import { ServiceProcess } from './service-process.ts'

/** Where the code of a service is, below the root of a repository. */
export const folderOf = (service: ServiceName): string => (service === 'gateway' ? service : `services/${service}`)

/** What processes are started with. */
export interface Launch {
  /** Root of the repository whose code they run. */
  readonly root: string
  readonly envOf: (service: ServiceName) => Env
}

interface Replica {
  readonly service: ServiceName
  readonly port: number
  process: ServiceProcess | undefined
}

/** Several processes of every service, each at a port that it keeps. */
export class Replicas {
  readonly #replicas: readonly Replica[]

  private constructor(replicas: readonly Replica[]) {
    this.#replicas = replicas
  }

  static async choosePorts(ofEach: number): Promise<Replicas> {
    const services = serviceNames.flatMap((service) => Array.from({ length: ofEach }, () => service))
    return new Replicas(
      await Promise.all(services.map(async (service) => ({ service, port: await freePort(), process: undefined }))),
    )
  }

  /** Where those of a service are. */
  urlsOf(service: ServiceName): string[] {
    return this.#replicas.filter((replica) => replica.service === service).map(({ port }) => `http://127.0.0.1:${port}`)
  }

  /** Starts all of them, those of one service at a time: what a machine can start at once is little. */
  async start(options: Launch): Promise<void> {
    for (const service of serviceNames)
      await Promise.all(
        this.#replicas.filter((replica) => replica.service === service).map((replica) => launch(replica, options)),
      )
  }

  /**
   * Ends each of them in order and starts it again, perhaps with other code, one after the other: the next one when all of them can serve.
   * @param restarted told of each with the exit code of the old process
   */
  async restartEach(
    options: Launch,
    restarted: (service: ServiceName, exitCode: number | null) => Promise<void>,
  ): Promise<void> {
    for (const replica of this.#replicas) {
      const exitCode = (await replica.process?.drain()) ?? null
      await launch(replica, options)
      await restarted(replica.service, exitCode)
    }
  }

  /** kill -9 of all processes of a service, which start again after a moment. */
  async killAndStart(service: ServiceName, downMs: number, options: Launch): Promise<void> {
    const killed = this.#replicas.filter((replica) => replica.service === service)
    await Promise.all(killed.flatMap(({ process }) => process?.crash() ?? []))
    await delay(downMs)
    await Promise.all(killed.map((replica) => launch(replica, options)))
  }

  async crash(): Promise<void> {
    const running = this.#replicas.flatMap(({ process }) => process ?? [])
    await Promise.all(running.map((process) => process.crash()))
  }
}

async function launch(replica: Replica, { root, envOf }: Launch): Promise<void> {
  const { service, port } = replica
  replica.process = await ServiceProcess.start(join(root, folderOf(service)), { ...envOf(service), PORT: String(port) })
}
