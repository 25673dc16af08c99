import { join } from 'node:path'
import type { ServiceName } from '@kismet/contracts'
import { databaseUrl, roleOf } from '@kismet/service-kit/database-setup'
import type { AdminLogin, Secrets } from './kept-files.ts'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import type { ProcessSpec } from './managed-process.ts'
import { answersOk } from './probes.ts'
import { firstValueOf, serviceTable } from './service-table.ts'
import type { Need, ServiceRow } from './service-table.ts'
import type { Settings } from './settings.ts'

/** Both apps: a server for the files that Vite made, each on an origin of its own. */
export const appTable = [
  { name: 'web', folder: 'web', passesAdminCalls: false },
  { name: 'admin-web', folder: 'admin-web', passesAdminCalls: true },
] as const

/** Where the parts of one stack are. */
export interface StackPlan {
  readonly settings: Settings
  readonly secrets: Secrets
  readonly admin: AdminLogin
  /** Port of every process by its name. */
  readonly portOf: (name: string) => number
  /** Superuser's URL of the PostgreSQL server. */
  readonly postgresUrl: string
  /** Of MongoDB, or of what stands in for it. */
  readonly mongodbUrl: string
  readonly natsUrl: (service: ServiceName) => string
  readonly redisUrl: string
  readonly smtpUrl: string
  /** The address from which app servers and balancer connect, if the machine has several. The gateway tells them from clients by it. */
  readonly proxyAddress: string | undefined
}

/** Variables of `make up` itself, which are not for the processes below it. */
const ownVariables =
  /^(ADMIN_USERNAME|ADMIN_PASSWORD|(POSTGRES|NATS|REDIS|MONGODB|SMTP|DATABASE|MIGRATION_DATABASE)_URL|(WEB|ADMIN|GATEWAY|MAIL|SMTP)_PORT|PORT|HOST|DETACH|YES|WATCH|NODE_OPTIONS|MAKE.*|MFLAGS|npm_.*)$/

/** What every process gets: the caller's environment, less what belongs to `make up`, and LOCAL_DIR. */
export function baseEnvironment(
  settings: Settings,
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string | undefined> {
  const passed = Object.entries(env).filter(([name, value]) => !ownVariables.test(name) && value !== '')
  return {
    ...Object.fromEntries(passed),
    LOCAL_DIR: settings.local.root,
    NODE_ENV: 'production',
    CASINO_MODE: settings.casinoMode,
    RATE_LIMIT_FACTOR: String(settings.rateLimitFactor),
  }
}

/** The balancer looks every half second. */
const drainDelayMs = 1_500

/** The configuration of one process of a service, beside the base environment. */
export function configurationOf(plan: StackPlan, row: ServiceRow, port: number): Record<string, string> {
  const role = roleOf(row.name)
  const given: Record<Need, () => Record<string, string>> = {
    database: () => ({
      DATABASE_URL: databaseUrl(plan.postgresUrl, { role, password: plan.secrets.get(`postgres.${role}`) }),
    }),
    audit: () => ({
      AUDIT_KEY: plan.secrets.get('AUDIT_KEY'),
      AUDIT_HEADS_DIR: join(plan.settings.local.root, 'audit-heads'),
    }),
    documents: () => ({ MONGODB_URL: plan.mongodbUrl }),
    streams: () => ({ STREAM_KEY: streamKeyOf(plan, row.name) }),
    proofs: () => ({ PROOFS_DIR: join(plan.settings.local.root, 'proofs') }),
    redis: () => ({ REDIS_URL: plan.redisUrl }),
    mail: () => ({ SMTP_URL: plan.smtpUrl, MAIL_FROM: process.env.MAIL_FROM ?? 'Kismet <no-reply@kismet.localhost>' }),
    'first-admin': () => ({ ADMIN_USERNAME: plan.admin.username, ADMIN_PASSWORD: plan.admin.password }),
    'app-origins': () => ({
      WEB_ORIGIN: `http://127.0.0.1:${plan.settings.ports.web}`,
      ADMIN_ORIGIN: `http://127.0.0.1:${plan.settings.ports.admin}`,
    }),
    origins: () => ({
      WEB_ORIGIN: originsOf(plan.settings.ports.web),
      ADMIN_ORIGIN: originsOf(plan.settings.ports.admin),
    }),
    services: () => serviceUrls(plan),
    proxies: () => ({
      TRUSTED_PROXIES: [process.env.TRUSTED_PROXIES, plan.proxyAddress].filter(Boolean).join(','),
    }),
  }
  const fixed = {
    HOST: '127.0.0.1',
    PORT: String(port),
    NATS_URL: plan.natsUrl(row.name),
    // The balancer needs time to see that one of several replicas stops. A single replica has no successor.
    ...(plan.settings.replicas[row.name] === 1 ? {} : { DRAIN_DELAY_MS: String(drainDelayMs) }),
    ...Object.fromEntries(row.secrets.map((secret) => [secret, firstValueOf(secret, plan.secrets.get(secret))])),
  }
  return row.needs.reduce((configuration, need) => ({ ...configuration, ...given[need]() }), fixed)
}

/** A browser on this machine may use either name; both are the same server. */
function originsOf(port: number): string {
  return `http://127.0.0.1:${port},http://localhost:${port}`
}

/** By what a service knows the gateway. */
const streamKeyOf = ({ secrets }: StackPlan, service: ServiceName): string => secrets.get(`streams.${service}`)

/** Where the gateway finds the streams of each service, and by what it is known there: `PAYMENTS_URL`, `PAYMENTS_STREAM_KEY` and so on. */
function serviceUrls(plan: StackPlan): Record<string, string> {
  const services = serviceTable.filter((row) => row.name !== 'gateway')
  return Object.fromEntries(
    services.flatMap((row): [string, string][] => {
      const name = roleOf(row.name).toUpperCase()
      const urls = replicaNames(row.name, plan.settings).map((replica) => `http://127.0.0.1:${plan.portOf(replica)}`)
      const url: [string, string] = [`${name}_URL`, urls.join(',')]
      return row.needs.includes('streams') ? [url, [`${name}_STREAM_KEY`, streamKeyOf(plan, row.name)]] : [url]
    }),
  )
}

/** The name of each process of a service: its own name, numbered when there are several. */
export function replicaNames(name: ServiceName, settings: Settings): readonly string[] {
  const replicas = settings.replicas[name]
  return replicas === 1 ? [name] : Array.from({ length: replicas }, (_, index) => `${name}-${index + 1}`)
}

/** A process of ours: a script that this Node runs. */
export function nodeProcess(
  name: string,
  port: number,
  script: string,
  args: readonly string[],
  cwd: string,
  nodeFlags: readonly string[] = [],
): Omit<ProcessSpec, 'env' | 'isReady'> {
  return { name, port, file: process.execPath, args: [...nodeFlags, script, ...args], cwd, stopSignal: 'SIGTERM' }
}

/** Options of Node that write a CPU profile named after the process into a folder when it ends. */
function profilerFlags(folder: string | undefined, name: string): readonly string[] {
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${name}.cpuprofile`]
}

/** Options of Node for the service that a developer works on: restart on a change, debugger on port 9229. */
const watchFlags = ['--watch', '--watch-preserve-output', '--inspect=127.0.0.1:9229']

/** The port of a gateway's metrics, which are not for the world that its own port faces. */
export function metricsPortName(gateway: string): string {
  return `${gateway}-metrics`
}

/** All services, those that may have several processes with as many as asked for. */
export function serviceProcesses(plan: StackPlan): ProcessSpec[] {
  return serviceTable.flatMap((row) => {
    const isGateway = row.name === 'gateway'
    return replicaNames(row.name, plan.settings).map((name) => {
      const metricsPort = isGateway ? plan.portOf(metricsPortName(name)) : undefined
      const port = plan.portOf(name)
      const readyUrl = `http://127.0.0.1:${port}/ready`
      const main = join(repositoryRoot, row.folder, 'src/main.ts')
      const nodeFlags = [
        ...(row.nodeFlags ?? []),
        ...profilerFlags(plan.settings.profileFolder, name),
        ...(plan.settings.watched === row.name ? watchFlags : []),
      ]
      return {
        ...nodeProcess(name, port, main, [], repositoryRoot, nodeFlags),
        env: {
          ...baseEnvironment(plan.settings),
          ...configurationOf(plan, row, port),
          ...(metricsPort === undefined ? {} : { METRICS_PORT: String(metricsPort) }),
        },
        ...(metricsPort === undefined ? {} : { metricsPort }),
        readyUrl,
        // What stands on MongoDB waits for it by itself: the rest of the stack does not.
        isReady: () => answersOk(row.needs.includes('documents') ? `http://127.0.0.1:${port}/health` : readyUrl),
      }
    })
  })
}

/** What stands in front: both app servers, and the balancer when there are several gateways. */
export function edgeProcesses(plan: StackPlan): ProcessSpec[] {
  const { settings } = plan
  const env = baseEnvironment(settings)
  const gatewayUrl = `http://127.0.0.1:${settings.ports.gateway}`
  const script = (name: string): string => join(import.meta.dirname, 'bin', name)
  const apps = appTable.map((app) => {
    const port = plan.portOf(app.name)
    const readyUrl = `http://127.0.0.1:${port}/health`
    return {
      ...nodeProcess(app.name, port, script('app-server.ts'), [], repositoryRoot),
      env: {
        ...env,
        PORT: String(port),
        APP_FOLDER: join(settings.local.root, 'apps', app.name),
        GATEWAY_URL: gatewayUrl,
        PASSES_ADMIN_CALLS: String(app.passesAdminCalls),
        PROXY_ADDRESS: plan.proxyAddress,
      },
      readyUrl,
      isReady: () => answersOk(readyUrl),
    }
  })
  if (settings.replicas.gateway === 1) return apps
  const readyUrl = `${gatewayUrl}/ready`
  const targets = replicaNames('gateway', settings).map((name) => `http://127.0.0.1:${plan.portOf(name)}`)
  const balancer = {
    ...nodeProcess('gateway-balancer', settings.ports.gateway, script('gateway-balancer.ts'), [], repositoryRoot),
    env: { ...env, PORT: String(settings.ports.gateway), TARGETS: targets.join(','), PROXY_ADDRESS: plan.proxyAddress },
    readyUrl,
    isReady: () => answersOk(readyUrl),
  }
  return [balancer, ...apps]
}
