// Prepares the database for the services whose folders are given. Runs as the owner of the
// database:
// node libs/service-kit/src/bin/migrate.ts services/auth services/wallet
// Creates a schema for each service and applies the missing migrations. Waits up to
// MIGRATION_PATIENCE_S for the role of a service.
import { readEnv } from '../env.ts'
import { prepareServices } from '../migrate-services.ts'
import { migrateEnv } from '../set-up-env.ts'

const pauseMs = 5_000
const folders = process.argv.slice(2)
if (folders.length === 0) {
  console.error('usage: MIGRATION_DATABASE_URL=... migrate.ts <folder of a service>...')
  process.exit(2)
}
const env = readEnv(migrateEnv, process.env)
const tries = 1 + Math.floor((env.MIGRATION_PATIENCE_S * 1_000) / pauseMs)
await prepareServices(env.MIGRATION_DATABASE_URL, folders, (line) => console.log(line), { tries, pauseMs })
