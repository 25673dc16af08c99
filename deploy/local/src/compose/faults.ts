import { basename } from 'node:path'
import { serviceNames } from '@kismet/contracts'
import { connectionsOfRole } from '@kismet/service-kit/database-setup'
import { readEnv } from '@kismet/service-kit/env'
import { setUpEnv, variableOfUrl } from '@kismet/service-kit/set-up-env'
import { faultsOf } from '../configuration.ts'
import { graceFaults } from '../grace.ts'
import { serviceTable } from '../service-table.ts'
import type { Container, Model } from './model.ts'
import { picturesFaults } from './pictures.ts'

/** Where Compose puts the secrets of a container. */
const secretsFolder = '/run/secrets'
const setUp = 'setup'
/** What has a way out of the machine: both apps for who comes in, auth and the mailbox for mails, two for alarms. */
const open = ['admin-web', 'alertmanager', 'auth', 'mailbox', 'prometheus', 'web']
/** The only members of two networks. A container that reaches Alertmanager can silence alarms. */
const closed = { edge: ['admin-web', 'gateway', 'web'], alarms: ['alertmanager', 'prometheus'] }
/** Secrets that several services share: the URL of Redis and the keys that identify the gateway. */
const shared = /^(redis-url|[a-z-]+-stream-key)$/
/** It is asked by hand, writes files of others, and has no network. */
const privileged = 'secrets'

/** What is wrong with a compose file, beside what Compose itself finds. `secrets` are those that are made, by the name of their file. */
export function faultsOfModel(model: Model, secrets: ReadonlyMap<string, string>): string[] {
  return [
    ...serviceNames.filter((name) => model.services[name] === undefined).map((name) => `there is no service ${name}`),
    ...Object.entries(model.services).flatMap(([name, container]) => [
      ...guardFaults(name, container),
      ...environmentFaults(name, container, secrets),
      ...graceFaultsOf(name, container),
    ]),
    ...setUpFaults(model, secrets),
    ...secretFaults(model, secrets),
    ...networkFaults(model),
    ...peerFaults(model),
    ...sharingFaults(model),
    ...connectionFaults(model),
    ...picturesFaults(model),
  ]
}

/** Reads a file of a container as it will be. */
const readerOf = (container: Container, secrets: ReadonlyMap<string, string>) => (path: string) => {
  const shown = container.secrets.find(({ target }) => path === `${secretsFolder}/${basename(target)}`)
  const content = shown === undefined ? undefined : secrets.get(shown.source)
  if (content === undefined) throw new Error(`${path} is no secret of it`)
  return content
}

/** A service has exactly the environment that its schema reads. */
function environmentFaults(name: string, container: Container, secrets: ReadonlyMap<string, string>): string[] {
  const row = serviceTable.find((one) => one.name === name)
  if (row === undefined) return []
  const started = container.command?.join(' ')
  return [
    ...(started === row.folder ? [] : [`${name}: is started as ${started ?? 'nothing'}, not as ${row.folder}`]),
    ...faultsOf(row.name, container.environment, readerOf(container, secrets)),
    ...unreadSecrets(container).map((secret) => `${name}: no variable names its secret ${secret}`),
  ]
}

function unreadSecrets({ secrets, environment }: Container): string[] {
  const named = new Set(Object.values(environment).map((path) => basename(path)))
  return secrets.flatMap(({ source, target }) => (named.has(basename(target)) ? [] : [source]))
}

/** Compose stops a container at once, and kills it after its `stop_grace_period`, which is written as Go does: 2m30s. */
function graceFaultsOf(name: string, { stop_grace_period: period = '10s', environment }: Container): string[] {
  if (!serviceTable.some((one) => one.name === name)) return []
  const [, minutes = 0, seconds = 0] = /^(?:(\d+)m)?(?:(\d+)s)?$/.exec(period) ?? []
  const graceMs = (Number(minutes) * 60 + Number(seconds)) * 1_000
  return graceFaults(name, { graceMs, beforeMs: 0, drainDelayMs: Number(environment.DRAIN_DELAY_MS ?? 0) })
}

/** The set-up is given the URL of each service that has one, and the same. */
function setUpFaults(model: Model, secrets: ReadonlyMap<string, string>): string[] {
  const container = model.services[setUp]
  if (container === undefined) return [`there is no service ${setUp}`]
  const read = readerOf(container, secrets)
  const faults: string[] = []
  try {
    readEnv(setUpEnv, container.environment, read)
  } catch (error) {
    faults.push(`${setUp}: ${String(error)}`)
  }
  const known = Object.keys(setUpEnv.shape).map((name) => `${name}_FILE`)
  faults.push(
    ...Object.keys(container.environment).flatMap((name) =>
      known.includes(name) ? [] : [`${setUp} does not read ${name}`],
    ),
  )
  for (const name of serviceNames)
    for (const kind of ['DATABASE_URL', 'MONGODB_URL'] as const) {
      const own = model.services[name]?.environment[`${kind}_FILE`]
      if (own === undefined) continue
      const shown = model.services[name]?.secrets.find(({ target }) => basename(target) === basename(own))
      const told = container.environment[`${variableOfUrl(name, kind)}_FILE`]
      if (told !== `${secretsFolder}/${shown?.source ?? ''}`)
        faults.push(`${setUp}: ${variableOfUrl(name, kind)} is not what ${name} is given`)
    }
  return faults
}

/** The secrets that Compose is told of are those that are made. */
function secretFaults(model: Model, secrets: ReadonlyMap<string, string>): string[] {
  const named = Object.keys(model.secrets)
  const used = new Set(Object.values(model.services).flatMap((one) => one.secrets.map(({ source }) => source)))
  return [
    ...named.filter((name) => !secrets.has(name)).map((name) => `no command makes the secret ${name}`),
    ...named.filter((name) => !used.has(name)).map((name) => `no container uses the secret ${name}`),
    ...[...secrets.keys()]
      .filter((name) => !named.includes(name))
      .map((name) => `the secret ${name} is made but not declared`),
  ]
}

/** Every container is held within limits and without privileges. */
function guardFaults(name: string, container: Container): string[] {
  const guards = {
    read_only: container.read_only,
    'cap_drop: [ALL]': container.cap_drop.includes('ALL') && (container.cap_add.length === 0 || name === privileged),
    'no-new-privileges': container.security_opt.includes('no-new-privileges:true'),
    mem_limit: container.mem_limit !== undefined,
    cpus: container.cpus !== undefined,
    pids_limit: container.pids_limit !== undefined,
    logging: container.logging !== undefined,
  }
  return Object.entries(guards).flatMap(([guard, isSet]) => (isSet ? [] : [`${name}: has no ${guard}`]))
}

/** Only containers that need it reach other machines, and each container is only on its own networks. */
function networkFaults({ services, networks }: Model): string[] {
  const ways = Object.entries(services).flatMap(([name, container]) => {
    const outside = Object.keys(container.networks).filter((network) => networks[network]?.internal !== true)
    return outside.length > 0 && !open.includes(name) ? [`${name}: has a way out by ${outside.join(', ')}`] : []
  })
  const met = Object.entries(closed).flatMap(([network, expected]) => {
    const there = Object.keys(services).filter((name) => network in (services[name]?.networks ?? {}))
    return there.sort().join() === expected.join() ? [] : [`${network}: has ${there.join(', ')} on it`]
  })
  return [...ways, ...met]
}

/** The gateway accepts connections only from the nginx containers. A compromised service could send tokens of players to it. */
function peerFaults({ services, networks }: Model): string[] {
  const apps = networks.edge?.ipam?.config.map(({ ip_range: range }) => range).join() ?? 'edge'
  const named = services.gateway?.environment.ONLY_FROM?.split(',').filter((one) => one !== '') ?? []
  const taken = named.join(', ') || 'everywhere'
  return taken === apps ? [] : [`gateway: takes connections from ${taken}, not from ${apps} alone`]
}

/** Each secret belongs to one service, so that a compromised service cannot read or change the data of another. */
function sharingFaults({ services }: Model): string[] {
  const seenBy = new Map<string, string[]>()
  for (const name of serviceNames) {
    const { secrets = [], volumes = [] } = services[name] ?? {}
    const names = [
      ...secrets.map(({ source }) => source).filter((one) => !shared.test(one)),
      ...volumes.map(({ source }) => source),
    ]
    for (const one of names) seenBy.set(one, [...(seenBy.get(one) ?? []), name])
  }
  return [...seenBy].flatMap(([one, names]) => (names.length > 1 ? [`${one} is shown to ${names.join(', ')}`] : []))
}

/** All roles together cannot use up what the server has. */
function connectionFaults({ services }: Model): string[] {
  const said = services.postgres?.command?.join(' ') ?? ''
  const most = Number(/--max_connections=(\d+)/.exec(said)?.[1] ?? 0)
  const roles = serviceTable.filter(({ needs }) => needs.includes('database')).length
  const taken = roles * connectionsOfRole
  return most > taken ? [] : [`postgres: has ${most} connections, and its roles may take ${taken}`]
}
