// Prepares the database for the services whose folders are given. Runs as the owner of the
// database:
// node libs/service-kit/src/bin/migrate.ts services/auth services/wallet
// Creates a schema for each service and applies the missing migrations. It can be repeated.
import { readEnv } from '../env.ts'
import { migrateServices } from '../migrate.ts'
import { migrateEnv } from '../set-up-env.ts'

const folders = process.argv.slice(2)
if (folders.length === 0) {
  console.error('usage: MIGRATION_DATABASE_URL=... migrate.ts <folder of a service>...')
  process.exit(2)
}
await migrateServices(readEnv(migrateEnv, process.env).MIGRATION_DATABASE_URL, folders, (line) => console.log(line))
