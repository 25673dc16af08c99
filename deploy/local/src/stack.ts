import { statfs } from 'node:fs/promises'
import { buildApp } from '@kismet/real-servers/app-build'
import { isOwnAddress, isPortFree, freePort } from '@kismet/real-servers/ports'
import { stopRunningPrograms } from '@kismet/real-servers/program'
import {
  bringUpMail,
  bringUpMongo,
  bringUpNats,
  bringUpPostgres,
  bringUpRedis,
  runMigrations,
  type Ground,
} from './infrastructure.ts'
import { provideAdminLogin, RememberedPorts, Secrets, type AdminLogin } from './kept-files.ts'
import { createLocalDir } from '@kismet/real-servers/local-dir'
import {
  appTable,
  configurationOf,
  edgeProcesses,
  metricsPortName,
  replicaNames,
  serviceProcesses,
  type StackPlan,
} from './processes.ts'
import { serviceTable } from './service-table.ts'
import { keepServiceEnvironment } from './service-environment.ts'
import { variableOfPort, type PublicPorts, type Settings } from './settings.ts'
import { StackError } from '@kismet/real-servers/stack-error'
import { Supervisor } from './supervisor.ts'

/** Linux has all of 127.0.0.0/8; other systems may not have it. */
const secondOwnAddress = '127.0.0.2'
const neededDiskBytes = 512 * 1_048_576

/** A stack that this process supervises. */
export interface Stack {
  /** Brings everything up; rejects, and leaves what runs to `stop`, when a part cannot be had or does not serve. */
  up(): Promise<void>
  startMissing(): void
  /** Stops everything. Answers whether anything had been started. */
  stop(): Promise<boolean>
}

/** The stack of these settings, not started yet. */
export function createStack(settings: Settings, report: (line: string) => void): Stack {
  let supervisor: Supervisor | undefined
  let stopping = false
  return {
    async up() {
      await createLocalDir(settings.local)
      await requireDisk(settings)
      await requirePorts(settings)
      if (stopping) return
      supervisor = new Supervisor(settings.local, report)
      await bringUp(settings, supervisor, report)
    },
    startMissing: () => supervisor?.startMissing(),
    async stop() {
      stopping = true
      stopRunningPrograms()
      await supervisor?.stop()
      return supervisor !== undefined
    },
  }
}

async function requireDisk(settings: Settings): Promise<void> {
  const disk = await statfs(settings.local.root)
  const freeBytes = disk.bavail * disk.bsize
  if (freeBytes >= neededDiskBytes) return
  const [free, needed] = [freeBytes, neededDiskBytes].map((bytes) => Math.floor(bytes / 1_048_576))
  throw new StackError(
    `The disk of ${settings.local.root} is full: ${free} MB are free and ${needed} MB are needed; free some space or set LOCAL_DIR to another disk.`,
  )
}

/** People know these addresses, so a taken one is refused, never replaced. */
async function requirePorts(settings: Settings): Promise<void> {
  const names: (keyof PublicPorts)[] = ['web', 'admin', 'gateway']
  if (settings.external.smtpUrl === undefined) names.push('mail', 'smtp')
  const taken: (keyof PublicPorts)[] = []
  for (const name of names) if (!(await isPortFree(settings.ports[name]))) taken.push(name)
  if (taken.length === 0) return
  const ports = taken.map((name) => settings.ports[name]).join(' and ')
  const variables = taken.map(variableOfPort).join(' and ')
  throw new StackError(
    taken.length === 1
      ? `Port ${ports} is in use by another program: stop it, or set ${variables} to a free port.`
      : `Ports ${ports} are in use by other programs: stop them, or set ${variables} to free ports.`,
  )
}

async function bringUp(settings: Settings, supervisor: Supervisor, report: (line: string) => void): Promise<void> {
  const secrets = await Secrets.open(settings.local)
  const portOf = await choosePorts(settings)
  const start = (spec: Parameters<Supervisor['startGroup']>[0][number]): Promise<void> => supervisor.startGroup([spec])
  const ground: Ground = { settings, secrets, portOf, report, start }

  const postgres = bringUpPostgres(ground)
  const [postgresUrl, mongodbUrl, natsUrl, redisUrl, smtpUrl] = await Promise.all([
    postgres.then(async (url) => {
      await runMigrations(ground, url)
      return url
    }),
    bringUpMongo(ground, postgres),
    bringUpNats(ground),
    bringUpRedis(ground),
    bringUpMail(ground),
    buildApps(settings, report),
  ])
  const admin = await provideAdminLogin(settings.local, settings.adminUsername, settings.adminPassword)
  const proxyAddress = (await isOwnAddress(secondOwnAddress)) ? secondOwnAddress : undefined
  const plan: StackPlan = {
    settings,
    secrets,
    admin,
    portOf,
    postgresUrl,
    mongodbUrl,
    natsUrl,
    redisUrl,
    smtpUrl,
    proxyAddress,
  }
  for (const row of serviceTable) {
    const { ADMIN_USERNAME: _user, ADMIN_PASSWORD: _password, ...configuration } = configurationOf(plan, row, 0)
    await keepServiceEnvironment(settings.local, row.name, configuration)
  }
  await Promise.all([supervisor.startGroup(serviceProcesses(plan)), supervisor.startGroup(edgeProcesses(plan))])
  supervisor.becomeReady(summaryOf(settings))
  report(`everything is ready\n\n${summaryOf(settings, admin)}\n`)
}

async function buildApps(settings: Settings, report: (line: string) => void): Promise<void> {
  for (const app of appTable) {
    const built = await buildApp(settings.local, app.folder)
    report(built ? `built ${app.name}` : `${app.name} is built already`)
  }
}

/** A port for every process: the public ones as set, the others remembered or free. */
async function choosePorts(settings: Settings): Promise<(name: string) => number> {
  const { ports, replicas } = settings
  const chosen = new Map<string, number>([
    ['web', ports.web],
    ['admin-web', ports.admin],
    ['mail', ports.mail],
  ])
  if (replicas.gateway === 1) chosen.set('gateway', ports.gateway)
  const remembered = await RememberedPorts.open(settings.local, { isPortFree, freePort })
  const taken = new Set(Object.values(ports))
  const preferred = new Map([
    ['postgres', 5432],
    ['nats', 4222],
    ['redis', 6379],
    ['mongodb', 27017],
  ])
  const services = serviceTable.flatMap((row) => replicaNames(row.name, settings))
  services.push(...replicaNames('gateway', settings).map(metricsPortName))
  for (const name of [...preferred.keys(), ...services]) {
    if (!chosen.has(name)) chosen.set(name, await remembered.choose(name, preferred.get(name), taken))
  }
  await remembered.save()
  return (name) => {
    const port = chosen.get(name)
    if (port === undefined) throw new Error(`No port was chosen for ${name}`)
    return port
  }
}

/** What a person needs to know; with the password only right after it was made. */
function summaryOf(settings: Settings, admin?: AdminLogin): string {
  const { ports, external, local } = settings
  const at = (port: number): string => `http://127.0.0.1:${port}`
  const login =
    admin?.isNew === true && settings.adminPassword === undefined
      ? `${admin.username} / ${admin.password}   (kept in ${local.root}/admin-login.txt)`
      : `see ${local.root}/admin-login.txt`
  const lines = [
    ['Player app', at(ports.web)],
    ['Admin app', at(ports.admin)],
    ['Admin login', login],
    ['Gateway', `${at(ports.gateway)}   (API documentation: ${at(ports.gateway)}/api/docs)`],
    ...(external.smtpUrl === undefined ? [['Mailbox', `${at(ports.mail)}   (SMTP ${ports.smtp})`]] : []),
    ['Logs', local.log],
  ]
  return lines.map(([name = '', value = '']) => `  ${name.padEnd(12)} ${value}`).join('\n')
}
