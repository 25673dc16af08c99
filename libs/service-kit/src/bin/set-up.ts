// Prepares PostgreSQL and MongoDB before each start of the services. Creates the database, its
// owner, a role and a schema for each service, and applies the migrations. Creates a MongoDB user
// for each service.
// The URL of each service names its user: WALLET_DATABASE_URL is the DATABASE_URL of the wallet,
// SUPPORT_MONGODB_URL the MONGODB_URL of support.
import { resolve } from 'node:path'
import type { ServiceName } from '@kismet/contracts'
import { mongo } from 'mongoose'
import { ownerRole, roleOf, setUpDatabase } from '../database-setup.ts'
import { documentsDatabaseOf } from '../documents.ts'
import { readEnv } from '../env.ts'
import { migrateServices } from '../migrate.ts'
import { setUpEnv, urlsOf } from '../set-up-env.ts'

const env = readEnv(setUpEnv, process.env)

function loginOf(url: string, service: string, role: string): string {
  const { username, password } = new URL(url)
  if (username === role && password !== '') return decodeURIComponent(password)
  throw new Error(`The URL of ${service} must log in as ${role}, with a password`)
}

const folderOf = (service: ServiceName): string => resolve(import.meta.dirname, '../../../../services', service)

const userExists = 51_003
const findServerMs = 30_000

/**
 * Creates the MongoDB user of a service, who sees the database of that service only. Can be
 * repeated; every run sets the password.
 * @param adminUrl of a user who may create users
 * @param url the service's own: user, password, and `authSource`, which is its database
 */
async function setUpDocumentsUser(adminUrl: string, url: string, service: string): Promise<void> {
  const database = documentsDatabaseOf(url, service)
  const { username, password, searchParams } = new URL(url)
  if (username === '' || password === '' || searchParams.get('authSource') !== database)
    throw new Error(`The MongoDB URL of ${service} must have a user, a password and authSource=${database}`)
  const client = new mongo.MongoClient(adminUrl, { serverSelectionTimeoutMS: findServerMs })
  try {
    const db = client.db(database)
    const user = { pwd: decodeURIComponent(password), roles: [{ role: 'readWrite', db: database }] }
    await db.command({ createUser: decodeURIComponent(username), ...user }).catch((error: unknown) => {
      if (!(error instanceof mongo.MongoServerError) || error.code !== userExists) throw error
      return db.command({ updateUser: decodeURIComponent(username), ...user })
    })
  } finally {
    await client.close()
  }
}

const databases = urlsOf(env, 'DATABASE_URL')
await setUpDatabase(env.POSTGRES_URL, {
  ownerPassword: loginOf(env.MIGRATION_DATABASE_URL, 'the owner', ownerRole),
  services: new Map([...databases].map(([name, url]) => [roleOf(name), loginOf(url, name, roleOf(name))])),
})
const report = (line: string): void => console.log(line)
await migrateServices(env.MIGRATION_DATABASE_URL, [...databases.keys()].map(folderOf), report)
if (env.MONGODB_ADMIN_URL !== undefined)
  for (const [service, url] of urlsOf(env, 'MONGODB_URL')) {
    await setUpDocumentsUser(env.MONGODB_ADMIN_URL, url, service)
    report(`${service}: has its database of documents`)
  }
