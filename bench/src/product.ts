import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceName } from '@kismet/contracts'
import { freePort } from '@kismet/real-servers/ports'
import { provideAdminLogin, Secrets } from '@kismet/local-stack/kept-files'
import type { AdminLogin } from '@kismet/local-stack/kept-files'
import { createLocalDir, localDirAt } from '@kismet/real-servers/local-dir'
import type { LocalDir } from '@kismet/real-servers/local-dir'
import { deleteState, stopStack } from '@kismet/local-stack/orphans'
import { readServiceEnvironment } from '@kismet/local-stack/service-environment'
import { readSettings } from '@kismet/local-stack/settings'
import type { PublicPorts } from '@kismet/local-stack/settings'
import { createStack } from '@kismet/local-stack/stack'
import type { Stack } from '@kismet/local-stack/stack'
import { readStackState } from '@kismet/local-stack/stack-state'
import type { PlayerActor } from '@kismet/test-env/actors'
import { postgresUsages, usagesOf } from './process-usage.ts'
import type { Usage } from './process-usage.ts'
import { makePlayers } from './players.ts'

/** So high that no rate is ever in the way: what the limits cost is measured, not what they refuse. */
const rateLimitFactor = '100000'

const at = (port: number): string => `http://127.0.0.1:${port}`

export interface ProductOptions {
  /** Where the services leave CPU profiles. */
  readonly profileFolder?: string | undefined
  /** How many of a service, by its variable (`REPLICAS_GATEWAY`); one of each where it is not named. */
  readonly replicas?: Readonly<Record<string, string>>
}

/** The product as `make up` brings it up, in a LOCAL_DIR of its own below the given one. */
export class Product {
  readonly local: LocalDir
  /** The gateway, and the two apps. */
  readonly url: string
  readonly webUrl: string
  readonly adminUrl: string
  readonly #mailPort: number
  readonly #stack: Stack
  #pids = new Map<string, number>()
  #ports = new Map<string, number>()

  private constructor(local: LocalDir, ports: PublicPorts, stack: Stack) {
    this.local = local
    this.url = at(ports.gateway)
    this.webUrl = at(ports.web)
    this.adminUrl = at(ports.admin)
    this.#mailPort = ports.mail
    this.#stack = stack
  }

  static async prepare(outer: LocalDir, name: string, { profileFolder, replicas }: ProductOptions): Promise<Product> {
    const root = join(outer.root, name)
    // What was built for the outer one is used, not built again.
    const local = { ...localDirAt(root), bin: outer.bin, cache: outer.cache }
    await stopStack(local)
    await deleteState(local)
    await createLocalDir(local)
    const apps = join(outer.root, 'apps')
    await mkdir(apps, { recursive: true })
    await symlink(apps, join(root, 'apps'))
    const settings = readSettings({
      GATEWAY_PORT: String(await freePort()),
      MAIL_PORT: String(await freePort()),
      WEB_PORT: String(await freePort()),
      ADMIN_PORT: String(await freePort()),
      SMTP_PORT: String(await freePort()),
      RATE_LIMIT_FACTOR: rateLimitFactor,
      ...replicas,
    })
    // The benchmark is the proxy in front of the gateway: it tells from where each player comes.
    process.env.TRUSTED_PROXIES = '127.0.0.1'
    const profiled = profileFolder === undefined ? {} : { profileFolder }
    const stack = createStack({ ...settings, local, ...profiled }, () => undefined)
    return new Product(local, settings.ports, stack)
  }

  async start(): Promise<void> {
    await this.#stack.up()
    const state = await readStackState(this.local)
    this.#pids = new Map(state?.processes.flatMap(({ name, pid }) => (pid === undefined ? [] : [[name, pid]])))
    this.#ports = new Map(state?.processes.flatMap(({ name, port }) => (port === undefined ? [] : [[name, port]])))
  }

  /** The superuser's URL of its PostgreSQL server, for what else is measured there. */
  async serverUrl(): Promise<string> {
    const { DATABASE_URL = '' } = await readServiceEnvironment(this.local, 'wallet')
    const url = new URL(DATABASE_URL)
    const secrets = await Secrets.open(this.local)
    return `postgres://postgres:${secrets.get('postgres.postgres')}@${url.host}/postgres`
  }

  /** The path of a service's database on that server. */
  async databaseOf(service: ServiceName): Promise<string> {
    const { DATABASE_URL = '' } = await readServiceEnvironment(this.local, service)
    return new URL(DATABASE_URL).pathname
  }

  /** The login of its first admin. */
  adminLogin(): Promise<AdminLogin> {
    return provideAdminLogin(this.local, undefined, undefined)
  }

  /** Players with money. */
  async players(count: number): Promise<PlayerActor[]> {
    const paymentsNatsUrl = await this.busUrlOf('payments')
    return makePlayers(count, { gatewayUrl: this.url, mailPort: this.#mailPort, paymentsNatsUrl })
  }

  /** The bus, with the rights of a service. */
  async busUrlOf(service: ServiceName): Promise<string> {
    return (await readServiceEnvironment(this.local, service)).NATS_URL ?? ''
  }

  /** What a service says of itself, as Prometheus reads it, without labels: a metric that has several is their sum. */
  async metricsOf(service: ServiceName): Promise<ReadonlyMap<string, number>> {
    const text = await (await fetch(`${at(this.#processOf(service).port)}/metrics`)).text()
    const metrics = new Map<string, number>()
    for (const [, name = '', value] of text.matchAll(/^(\w+)(?:\{.*\})? (\S+)$/gm))
      metrics.set(name, (metrics.get(name) ?? 0) + Number(value))
    return metrics
  }

  /** Holds a service where it is, as a machine does that has no time for it, or lets it go on. */
  hold(service: ServiceName, isHeld: boolean): void {
    process.kill(this.#processOf(service).pid, isHeld ? 'SIGSTOP' : 'SIGCONT')
  }

  /** What its processes have used so far, those of PostgreSQL by whom they work for. */
  usages(): Usage[] {
    const { postgres = 0, ...others } = Object.fromEntries(this.#pids)
    return [...usagesOf(Object.entries(others)), ...postgresUsages(postgres)]
  }

  /** Stops it and deletes what it has kept. */
  async remove(): Promise<void> {
    await this.#stack.stop()
    await deleteState(this.local)
  }

  #processOf(service: ServiceName): { readonly pid: number; readonly port: number } {
    const [pid, port] = [this.#pids.get(service), this.#ports.get(service)]
    if (pid === undefined || port === undefined) throw new Error(`${service} does not run`)
    return { pid, port }
  }
}

/**
 * Runs a benchmark of the product, which is removed at its end, however that comes: the work starts it.
 * @param name of the benchmark, and of its LOCAL_DIR
 */
export async function runWithProduct(
  name: string,
  work: (product: Product) => Promise<void>,
  options: ProductOptions = {},
): Promise<void> {
  const outer = localDirAt(process.env.LOCAL_DIR)
  await createLocalDir(outer)
  const product = await Product.prepare(outer, name, options)
  const remove = () => void product.remove().finally(() => process.exit(1))
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, remove)
  try {
    await work(product)
  } finally {
    await product.remove()
    for (const signal of signals) process.off(signal, remove)
  }
}
