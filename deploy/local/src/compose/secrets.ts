import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { busUsers, natsPermissions } from '@kismet/contracts'
import { renderNatsConfig } from '@kismet/real-servers/nats-config'
import { renderRedisConfig } from '@kismet/real-servers/redis-config'
import { databaseUrl, ownerRole, roleOf } from '@kismet/service-kit/database-setup'
import { documentsDatabaseOf } from '@kismet/service-kit/documents'
import { firstValueOf, isEpochList, serviceTable } from '../service-table.ts'
import type { Need } from '../service-table.ts'

/** Only the owner enters the folder. The files are readable, because Compose mounts them as they are and containers run as other users. */
const folderMode = 0o700
const fileMode = 0o644

const random = () => randomBytes(24).toString('hex')
const ifMissing = (error: unknown): undefined => {
  if ((Object(error) as { code?: string }).code === 'ENOENT') return undefined
  throw error
}

/** The secrets of one installation with compose: a file each. */
class SecretFolder {
  /** Names of the new and changed files. */
  readonly changed: string[] = []
  readonly #folder: string
  readonly #renewed: ReadonlySet<string>

  constructor(folder: string, renewed: readonly string[]) {
    this.#folder = folder
    this.#renewed = new Set(renewed)
  }

  /** The secret of a name. Makes a missing one. */
  async keep(name: string, make: () => string): Promise<string> {
    const known = await this.read(name)
    if (known === undefined) return this.#make(name, make())
    // An operator may have written it, with a mode of their own.
    await chmod(this.#path(name), fileMode)
    return known
  }

  /** The same for a secret that can change while data exists. Renews it on request. */
  async keepOrRenew(name: string, make: () => string): Promise<string> {
    if (!this.#renewed.has(name) || (await this.read(name)) === undefined) return this.keep(name, make)
    const content = make()
    await this.write(name, content)
    return content
  }

  /** The same for a list of secrets with ids. On request it gets one more, which becomes the first. */
  async keepList(name: string): Promise<void> {
    const known = await this.keep(name, () => firstValueOf(name, random()))
    if (!this.#renewed.has(name) || this.changed.includes(name)) return
    await this.write(name, `${known.split(',').length + 1}:${random()},${known}`)
  }

  async read(name: string): Promise<string | undefined> {
    return (await readFile(this.#path(name), 'utf8').catch(ifMissing))?.trimEnd()
  }

  /** Writes what follows from secrets and from this release, where it is not there like that. The file stays the same one: a container that runs has that before its eyes, and no other of its name. */
  async write(name: string, content: string): Promise<void> {
    const known = await this.read(name)
    if (known === content.trimEnd()) return
    if (known === undefined) {
      await this.#make(name, content)
      return
    }
    const file = await open(this.#path(name), 'r+')
    try {
      const text = Buffer.from(`${content.trimEnd()}\n`)
      await file.write(text, 0, text.length, 0)
      await file.truncate(text.length)
      await file.sync()
    } finally {
      await file.close()
    }
    this.changed.push(name)
  }

  /** Whole or not at all, and never over another one. */
  async #make(name: string, content: string): Promise<string> {
    const partial = this.#path(`.${name}.${random()}`)
    await writeFile(partial, `${content.trimEnd()}\n`, { flush: true })
    await chmod(partial, fileMode)
    // Unlike a new name for it, a second one fails where somebody else was first.
    try {
      await link(partial, this.#path(name))
    } finally {
      await rm(partial)
    }
    this.changed.push(name)
    return content.trimEnd()
  }

  #path(name: string): string {
    return join(this.#folder, name)
  }
}

/** A MongoDB URL by which a service sees its own database alone. */
function documentsUrl(service: string): string {
  const at = 'mongodb:27017'
  const database = documentsDatabaseOf(`mongodb://${at}/`, service)
  return `mongodb://${service}:${random()}@${at}/?authSource=${database}`
}

const urlOfDatabase = (service: string) => `${service}-database-url`
const urlOfDocuments = (service: string) => `${service}-mongodb-url`
const urlOfBus = (user: string) => `${user}-nats-url`
const streamKeyOf = (service: string) => `${service}-stream-key`
const auditKeyOf = (service: string) => `${service}-audit-key`
const ownerUrl = urlOfDatabase('owner')
const redisPassword = 'redis-password'

const namesOf = (need: Need): string[] =>
  serviceTable.filter(({ needs }) => needs.includes(need)).map(({ name }) => name)

/** Secrets that can be renewed, because no stored data is encrypted with them. */
export const renewableSecrets: readonly string[] = [
  ownerUrl,
  ...namesOf('database').map(urlOfDatabase),
  ...namesOf('documents').map(urlOfDocuments),
  ...busUsers.map(urlOfBus),
  ...namesOf('streams').map(streamKeyOf),
  redisPassword,
  ...serviceTable.flatMap(({ name, secrets }) =>
    secrets.filter(isEpochList).map((secret) => nameOfSecret(name, secret)),
  ),
]

/** Where PostgreSQL is. What the set-up gives its roles are the passwords of these URLs. */
async function keepServers(files: SecretFolder): Promise<void> {
  const encoded = encodeURIComponent
  const postgres = await files.keep('postgres-password', random)
  const postgresUrl = `postgres://postgres:${encoded(postgres)}@postgres:5432/postgres`
  await files.write('postgres-url', postgresUrl)
  const urlFor = (role: string) => databaseUrl(postgresUrl, { role, password: random() })
  await files.keepOrRenew(ownerUrl, () => urlFor(ownerRole))
  for (const name of namesOf('database')) await files.keepOrRenew(urlOfDatabase(name), () => urlFor(roleOf(name)))
  for (const name of namesOf('documents')) await files.keepOrRenew(urlOfDocuments(name), () => documentsUrl(name))
  const mongodb = await files.keep('mongodb-password', random)
  await files.write('mongodb-admin-url', `mongodb://root:${encoded(mongodb)}@mongodb:27017/?authSource=admin`)
  const redis = await files.keepOrRenew(redisPassword, random)
  await files.write('redis-url', `redis://:${encoded(redis)}@redis:6379`)
  await files.write('redis-conf', renderRedisConfig({ bind: '0.0.0.0', port: 6379, folder: '/data', password: redis }))
}

async function keepBus(files: SecretFolder): Promise<void> {
  const users = []
  const permissions = natsPermissions()
  for (const name of busUsers) {
    const url = await files.keepOrRenew(urlOfBus(name), () => `nats://${name}:${random()}@nats:4222`)
    users.push({ name, password: decodeURIComponent(new URL(url).password), permissions: permissions[name] })
  }
  await files.write('nats-conf', renderNatsConfig({ host: '0.0.0.0', port: 4222, monitorPort: 8222, users }))
}

/** One audit key for each service. */
async function keepAuditKeys(files: SecretFolder): Promise<void> {
  for (const name of namesOf('audit')) await files.keep(auditKeyOf(name), random)
}

/** The result of a run. */
export interface MadeSecrets {
  /** Names of the new and changed files. */
  readonly changed: readonly string[]
  /** The server that mails go to, as `host:port`. */
  readonly mailServer: string
}

/**
 * Makes the missing secrets of docker-compose.yml and renews the named ones. Writes the files that follow from them: the
 * configurations of NATS and Redis and the URLs of superusers. The default of `smtp-url` is the mailbox of compose.
 * @param renewed names of `renewableSecrets`
 * @throws Error without a change, for a name that cannot be renewed or an invalid `smtp-url`
 */
export async function makeSecrets(folder: string, renewed: readonly string[] = []): Promise<MadeSecrets> {
  const unknown = renewed.filter((name) => !renewableSecrets.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `These secrets cannot be renewed: ${unknown.join(', ')}. Choose from: ${renewableSecrets.join(', ')}.`,
    )
  await mkdir(folder, { recursive: true, mode: folderMode })
  // It may have been there before, open to everybody.
  await chmod(folder, folderMode)
  const files = new SecretFolder(folder, renewed)
  const mailServer = mailServerOf(await files.keep('smtp-url', () => 'smtp://mailbox:1025'))
  await keepServers(files)
  await keepBus(files)
  await keepAuditKeys(files)
  await files.keep('admin-password', () => randomBytes(12).toString('base64url'))
  for (const { name, needs, secrets } of serviceTable) {
    if (needs.includes('streams')) await files.keepOrRenew(streamKeyOf(name), random)
    for (const secret of secrets)
      if (isEpochList(secret)) await files.keepList(nameOfSecret(name, secret))
      else await files.keep(nameOfSecret(name, secret), random)
  }
  return { changed: files.changed, mailServer }
}

/** @throws Error that does not show what was written, as that holds a password */
function mailServerOf(smtpUrl: string): string {
  const url = URL.parse(smtpUrl)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error('smtp-url is no URL of a server of mails, such as smtps://user:password@mail.example.in:465')
  return url.host
}

/** `SEED_SECRETS` of mines is `mines-seed-secrets`, `AUTH_SECRET` of auth is `auth-secret`. */
function nameOfSecret(service: string, variable: string): string {
  const name = variable.toLowerCase().replaceAll('_', '-')
  return name.startsWith(`${service}-`) ? name : `${service}-${name}`
}
