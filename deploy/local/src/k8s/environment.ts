import type { Env, ReadFile } from '@kismet/service-kit/env'
import { migrateEnv } from '@kismet/service-kit/set-up-env'
import type { z } from 'zod'
import { faultsOfEnvironment, schemaOf } from '../configuration.ts'
import { firstValueOf, serviceTable } from '../service-table.ts'
import { titleOf } from './manifests.ts'
import type { Manifest } from './manifests.ts'
import { configMapsOf, podLabels, secretsOf, workloadsOf } from './workloads.ts'
import type { Container, DescribedSecret, Variable, Workload } from './workloads.ts'

/** Who may reach what is said by labels: a pod has the one of each part whose address it is given, and no other. */
const accessOf: Readonly<Record<string, string>> = {
  NATS_URL: 'bus',
  DATABASE_URL: 'postgres',
  MIGRATION_DATABASE_URL: 'postgres',
  MONGODB_URL: 'mongodb',
  REDIS_URL: 'redis',
  SMTP_URL: 'smtp',
  PUSH_SECRET: 'push',
  PICTURES_URL: 'pictures',
}
const accessPrefix = 'access.kismet/'
const fileSuffix = '_FILE'

/** A sample value of each property. Other properties are random. */
const sampleOf: Readonly<Record<string, string>> = {
  'smtp-url': 'smtp://kismet:sample@mail.example:587',
  'admin-username': 'owner',
}
const randomSample = 'sample-of-a-random-value-of-43-characters-00'

/** Fills a template of External Secrets with samples. @throws Error for a name without a property */
export function fillTemplate(template: string, { propertyOf }: DescribedSecret): string {
  return template.replaceAll(/\{\{ \.(\w+)(?: \| (urlquery|toJson))? \}\}/g, (_, name: string, filter?: string) => {
    const property = propertyOf[name]
    if (property === undefined) throw new Error(`its template uses ${name}, which it does not read`)
    const sample = sampleOf[property] ?? firstValueOf(property, randomSample)
    return filter === 'toJson' ? JSON.stringify(sample) : sample
  })
}

/** What the containers of an overlay are given: its ConfigMaps, and its Secrets filled with samples. */
class Given {
  readonly #configMaps: ReturnType<typeof configMapsOf>
  readonly #secrets: ReturnType<typeof secretsOf>

  constructor(manifests: readonly Manifest[]) {
    this.#configMaps = configMapsOf(manifests)
    this.#secrets = secretsOf(manifests)
  }

  /** The environment of a container. @throws Error that says what of it is nowhere */
  environmentOf(container: Container): Env {
    return Object.fromEntries(container.env.map((variable) => [variable.name, this.#valueOf(variable)]))
  }

  /** The files that a container finds in the Secrets that are mounted. */
  filesOf({ spec }: Workload, container: Container): ReadFile {
    return (path) => {
      const mount = container.volumeMounts.find(({ mountPath }) => path.startsWith(`${mountPath}/`))
      const volume = spec.template.spec.volumes.find(({ name }) => name === mount?.name)
      if (mount === undefined || volume?.secret === undefined) throw new Error(`no Secret is mounted at ${path}`)
      return this.#secret(volume.secret.secretName, path.slice(mount.mountPath.length + 1))
    }
  }

  #valueOf({ value = '', valueFrom }: Variable): string {
    if (valueFrom?.secretKeyRef !== undefined)
      return this.#secret(valueFrom.secretKeyRef.name, valueFrom.secretKeyRef.key)
    if (valueFrom?.configMapKeyRef === undefined) return value
    const { name, key } = valueFrom.configMapKeyRef
    const found = this.#configMaps.get(name)?.[key]
    if (found === undefined) throw new Error(`there is no ConfigMap ${name} with ${key}`)
    return found
  }

  #secret(name: string, key: string): string {
    const secret = this.#secrets.get(name)
    const template = secret?.templates[key]
    if (secret === undefined || template === undefined) throw new Error(`there is no Secret ${name} with ${key}`)
    return fillTemplate(template, secret)
  }
}

/** Secrets in an environment, which a list of processes would show. */
function shownSecrets(schema: z.ZodObject, env: Env): string[] {
  return Object.entries<z.ZodType>(schema.shape)
    .filter(([name, variable]) => variable.meta()?.secret === true && name in env)
    .map(([name]) => `${name} is secret and comes as no file`)
}

/** What runs in a container of ours. */
interface Program {
  readonly title: string
  readonly schema: z.ZodObject
  /** What is wrong with its arguments. */
  readonly faults: readonly string[]
}

const migrations = 'libs/service-kit/src/bin/migrate.ts'

/** The program that reads the environment of a container; undefined of a program of others. */
function programOf({ command, args }: Container): Program | undefined {
  if (command.includes(migrations)) return { title: 'the migrations', schema: migrateEnv, faults: folderFaults(args) }
  const row = serviceTable.find(({ folder }) => folder === args[0])
  const schema = row === undefined ? undefined : schemaOf(row.name)
  return row === undefined || schema === undefined ? undefined : { title: row.name, schema, faults: [] }
}

/** The folders of migrations are those of the services with a database. */
function folderFaults(folders: readonly string[]): string[] {
  const wanted = serviceTable.filter(({ needs }) => needs.includes('database')).map(({ folder }) => folder)
  return [
    ...wanted.filter((folder) => !folders.includes(folder)).map((folder) => `does not migrate ${folder}`),
    ...folders.filter((folder) => !wanted.includes(folder)).map((folder) => `${folder} has no migrations`),
  ]
}

/** Where the labels of a pod open more or less than what it is given the address of. */
function accessFaults(workload: Workload, names: readonly string[]): string[] {
  const withoutSuffix = (name: string) => (name.endsWith(fileSuffix) ? name.slice(0, -fileSuffix.length) : name)
  const needed = new Set(names.flatMap((name) => accessOf[withoutSuffix(name)] ?? []))
  const labels = Object.keys(podLabels(workload)).filter((label) => label.startsWith(accessPrefix))
  const open = new Set(labels.map((label) => label.slice(accessPrefix.length)))
  return [
    ...[...needed].filter((part) => !open.has(part)).map((part) => `may not reach ${part}, whose address it is given`),
    ...[...open].filter((part) => !needed.has(part)).map((part) => `may reach ${part}, whose address it is not given`),
  ]
}

/** Pods with unread or missing variables or with needless network access, and services without a workload. */
export function environmentFaults(manifests: readonly Manifest[]): string[] {
  const given = new Given(manifests)
  const workloads = workloadsOf(manifests)
  const run = new Set<string>()
  const ofWorkloads = workloads.flatMap((workload) => {
    const { containers } = workload.spec.template.spec
    const ofContainers = containers.flatMap((container) => {
      const program = programOf(container)
      try {
        const env = given.environmentOf(container)
        if (program === undefined) return []
        const { title, schema, faults } = program
        run.add(title)
        const read = given.filesOf(workload, container)
        return [...faults, ...faultsOfEnvironment(title, schema, env, read), ...shownSecrets(schema, env)]
      } catch (error) {
        return [(error as Error).message]
      }
    })
    const names = containers.flatMap(({ env }) => env.map(({ name }) => name))
    return [...ofContainers, ...accessFaults(workload, names)].map((fault) => `${titleOf(workload)}: ${fault}`)
  })
  const missing = serviceTable.filter(({ name }) => !run.has(name)).map(({ name }) => `no workload runs ${name}`)
  return [...ofWorkloads, ...missing]
}
