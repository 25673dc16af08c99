// Applies the migrations of one service: node libs/service-kit/src/bin/migrate.ts services/wallet
// MIGRATION_DATABASE_URL is the owner's connection, SERVICE_ROLE the role that the service connects as.
import { basename } from 'node:path'
import { migrate, migrationsOf } from '../migrate.ts'

const folder = process.argv[2]
const { MIGRATION_DATABASE_URL: ownerUrl, SERVICE_ROLE: serviceRole } = process.env
if (folder === undefined || ownerUrl === undefined || serviceRole === undefined) {
  console.error('usage: MIGRATION_DATABASE_URL=... SERVICE_ROLE=... migrate.ts <service folder>')
  process.exit(2)
}
const schema = basename(folder).replaceAll('-', '_')
const added = await migrate({ ownerUrl, folder: migrationsOf(folder), schema, serviceRole })
console.log(`${schema}: ${added.length === 0 ? 'up to date' : added.join(', ')}`)
