// Prints all that the tables of one service hold of a player, as JSON: DATABASE_URL=... node
// libs/service-kit/src/bin/export-person.ts payments PLAYER_ID. Rows are read in batches, however many there are.
import { Id, serviceNames } from '@kismet/contracts'
import { z } from 'zod'
import { createPool, inTransaction } from '../database.ts'
import type { Queryable } from '../database.ts'
import { postgresUrl, readEnv } from '../env.ts'
import { createLogger } from '../logger.ts'

const batch = 1_000
/** A batch of a large table takes longer than a query of a service. */
const withinMs = 60_000
/** Columns that let somebody in, or that reveal results of games. */
const secretColumns = '(hash|sha256|sealed|secret|seed|bytes|print|^device$|^key$)'

/** SQL of the rows of a player in the tables without a column of players. */
const others: Readonly<Record<string, string>> = {
  'auth.player': 'id = ',
  'wallet.entry': 'account_no = (SELECT account_no FROM account WHERE player_id = ',
}

interface TableOfPlayers {
  readonly name: string
  /** With its schema. */
  readonly whole: string
  readonly columns: string
}

/** The tables of players with their columns that are no secrets. */
async function tablesOf(db: Queryable): Promise<TableOfPlayers[]> {
  const { rows } = await db.query<TableOfPlayers>(
    `SELECT relname AS name, nspname || '.' || relname AS whole,
       string_agg(quote_ident(attname), ', ' ORDER BY attnum) FILTER (WHERE attname !~ $1) AS columns
     FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE nspname = current_schema() AND relkind IN ('r', 'p') AND NOT relispartition AND attnum > 0 AND NOT attisdropped
     GROUP BY relname, nspname HAVING bool_or(attname = 'player_id') OR nspname || '.' || relname = ANY ($2) ORDER BY relname`,
    [secretColumns, Object.keys(others)],
  )
  return rows
}

async function print(db: Queryable, playerId: string): Promise<void> {
  let before = '{'
  for (const { name, whole, columns } of await tablesOf(db)) {
    process.stdout.write(`${before}\n  ${JSON.stringify(name)}: [`)
    before = ','
    const start = others[whole] ?? 'player_id = '
    const where = `${start}'${playerId}'${start.includes('(') ? ')' : ''}`
    await db.query(
      `DECLARE rows_of_player NO SCROLL CURSOR FOR SELECT to_json(found)::text AS row
       FROM (SELECT ${columns} FROM ${name} WHERE ${where}) AS found`,
    )
    let isFirst = true
    for (;;) {
      const { rows } = await db.query<{ row: string }>(`FETCH ${batch} FROM rows_of_player`)
      for (const { row } of rows) {
        process.stdout.write(`${isFirst ? '' : ','}\n    ${row}`)
        isFirst = false
      }
      if (rows.length < batch) break
    }
    await db.query('CLOSE rows_of_player')
    process.stdout.write(']')
  }
  process.stdout.write(before === '{' ? '{}\n' : '\n}\n')
}

const service = z.enum(serviceNames).safeParse(process.argv[2]).data
const playerId = Id.safeParse(process.argv[3]).data
if (service === undefined || playerId === undefined) {
  console.error('usage: export-person.ts SERVICE PLAYER_ID')
  process.exitCode = 2
} else {
  const { DATABASE_URL: url } = readEnv(z.object({ DATABASE_URL: postgresUrl }), process.env)
  const schema = service.replace('-', '_')
  const settings = { statement_timeout: String(withinMs) }
  const log = createLogger(service, 'silent')
  const db = createPool({ url, schema, maxConnections: 1, queryTimeoutMs: withinMs, settings, log })
  try {
    await inTransaction(db, (transaction) => print(transaction, playerId))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  } finally {
    await db.end()
  }
}
