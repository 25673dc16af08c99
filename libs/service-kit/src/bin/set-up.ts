// Prepares PostgreSQL and MongoDB before each start of the services. Creates the database, its
// owner, a role and a schema for each service, and applies the migrations. Creates a MongoDB user
// for each service.
// The URL of each service names its user: WALLET_DATABASE_URL is the DATABASE_URL of the wallet,
// SUPPORT_MONGODB_URL the MONGODB_URL of support.
import { resolve } from 'node:path'
import type { ServiceName } from '@kismet/contracts'
import { ownerRole, roleOf, setUpDatabase } from '../database-setup.ts'
import { setUpDocumentsUser } from '../documents-setup.ts'
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
