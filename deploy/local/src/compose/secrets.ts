import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { natsPermissions } from '@kismet/contracts'
import { renderNatsConfig } from '@kismet/real-servers/nats-config'
import { renderRedisConfig } from '@kismet/real-servers/redis-config'
import { databaseUrl, ownerRole, roleOf } from '@kismet/service-kit/database-setup'
import { documentsDatabaseOf } from '@kismet/service-kit/documents'
import { serviceTable } from '../service-table.ts'

/** Nobody but their owner gets into the folder. What is in it others may read, because Compose shows a container the file as it is, and nobody in there is its owner. */
const folderMode = 0o700
const fileMode = 0o444

const random = () => randomBytes(24).toString('hex')

/** The secrets of one installation with compose: a file each. */
class SecretFolder {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** What is kept under a name: what is there already, else what is made now. */
  async keep(name: string, make: () => string): Promise<string> {
    const path = join(this.#folder, name)
    const known = await readFile(path, 'utf8').catch(() => undefined)
    if (known !== undefined) return known.trimEnd()
    const partial = await this.#write(name, make())
    // Unlike a new name for it, a second one fails where somebody else was first.
    await link(partial, path).finally(() => rm(partial))
    return (await readFile(path, 'utf8')).trimEnd()
  }

  /** Writes what follows from secrets and from this release anew. */
  async renew(name: string, content: string): Promise<void> {
    await rename(await this.#write(name, content), join(this.#folder, name))
  }

  async #write(name: string, content: string): Promise<string> {
    const partial = join(this.#folder, `.${name}.${process.pid}`)
    await writeFile(partial, `${content.trimEnd()}\n`, { mode: fileMode, flush: true })
    return partial
  }
}

/** A MongoDB URL by which a service sees its own database alone. */
function documentsUrl(service: string): string {
  const at = 'mongodb:27017'
  const database = documentsDatabaseOf(`mongodb://${at}/`, service)
  return `mongodb://${service}:${random()}@${at}/?authSource=${database}`
}

async function keepServers(files: SecretFolder): Promise<void> {
  const postgres = await files.keep('postgres-password', random)
  const postgresUrl = await files.keep('postgres-url', () => `postgres://postgres:${postgres}@postgres:5432/postgres`)
  const urlFor = (role: string) => databaseUrl(postgresUrl, { role, password: random() })
  await files.keep('owner-database-url', () => urlFor(ownerRole))
  for (const { name, needs } of serviceTable) {
    if (needs.includes('database')) await files.keep(`${name}-database-url`, () => urlFor(roleOf(name)))
    if (needs.includes('documents')) await files.keep(`${name}-mongodb-url`, () => documentsUrl(name))
  }
  const mongodb = await files.keep('mongodb-password', random)
  await files.keep('mongodb-admin-url', () => `mongodb://root:${mongodb}@mongodb:27017/?authSource=admin`)
  const redis = await files.keep('redis-password', random)
  await files.keep('redis-url', () => `redis://:${redis}@redis:6379`)
  await files.renew('redis-conf', renderRedisConfig({ bind: '0.0.0.0', port: 6379, folder: '/data', password: redis }))
}

async function keepBus(files: SecretFolder): Promise<void> {
  const users = []
  for (const [name, permissions] of Object.entries(natsPermissions())) {
    const url = await files.keep(`${name}-nats-url`, () => `nats://${name}:${random()}@nats:4222`)
    users.push({ name, password: decodeURIComponent(new URL(url).password), permissions })
  }
  await files.renew('nats-conf', renderNatsConfig({ host: '0.0.0.0', port: 4222, monitorPort: 8222, users }))
}

/**
 * Makes what is not there yet of the secrets that docker-compose.yml names; none that is there is changed. The configurations of NATS and Redis are made anew of them.
 * @param smtpUrl where mails go: to the mailbox of compose when nobody says
 */
export async function makeSecrets(folder: string, smtpUrl = 'smtp://mailbox:1025'): Promise<void> {
  await mkdir(folder, { recursive: true, mode: folderMode })
  const files = new SecretFolder(folder)
  await keepServers(files)
  await keepBus(files)
  await files.keep('audit-key', random)
  await files.keep('smtp-url', () => smtpUrl)
  await files.keep('admin-password', () => randomBytes(12).toString('base64url'))
  for (const { name, needs, secret } of serviceTable) {
    if (needs.includes('streams')) await files.keep(`${name}-stream-key`, random)
    if (secret !== undefined) await files.keep(nameOfSecret(name, secret), random)
  }
}

/** `SEED_SECRET` of mines is `mines-seed-secret`, `AUTH_SECRET` of auth is `auth-secret`. */
function nameOfSecret(service: string, variable: string): string {
  const name = variable.toLowerCase().replaceAll('_', '-')
  return name.startsWith(`${service}-`) ? name : `${service}-${name}`
}
