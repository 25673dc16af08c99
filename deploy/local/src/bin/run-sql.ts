import { text } from 'node:stream/consumers'
import { migrateEnv } from '@kismet/service-kit/set-up-env'
import { readEnv } from '@kismet/service-kit/env'
import { Client } from 'pg'

// Runs the SQL of the standard input with the rights of the owner of the tables and prints each row, as psql does.
const client = new Client({ connectionString: readEnv(migrateEnv, process.env).MIGRATION_DATABASE_URL })
try {
  await client.connect()
  const results = await client.query<unknown[]>({ text: await text(process.stdin), rowMode: 'array' })
  for (const { rows } of [results].flat()) for (const row of rows) console.log(row.join('|'))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await client.end()
}
