import { provideBuilt, usableOnPath, type GoProgram } from './go-program.ts'
import type { LocalDir } from './local-dir.ts'

/** MongoDB itself where it is 7 or newer, else FerretDB, which speaks MongoDB's protocol and keeps everything in PostgreSQL. */
export const ferretProgram: GoProgram = {
  onPath: { name: 'mongod', oldest: [7, 0, 0] },
  name: 'ferretdb',
  module: 'ferretdb',
  pins: 'github.com/FerretDB/FerretDB',
  package: '.',
  title: 'MongoDB',
}

/** A program that speaks MongoDB's protocol. */
export interface MongoProgram {
  readonly kind: 'mongod' | 'ferretdb'
  readonly file: string
}

/** A `mongod` of 7 or newer on the PATH, else FerretDB, built by Go into `LOCAL_DIR/bin`. @throws StackError */
export async function provideMongo(local: LocalDir, report: (line: string) => void): Promise<MongoProgram> {
  const file = await usableOnPath(ferretProgram)
  if (file !== undefined) return { kind: 'mongod', file }
  return { kind: 'ferretdb', file: await provideBuilt(ferretProgram, local.bin, report) }
}

/** Who a client of FerretDB logs in as: a role of PostgreSQL, on a database that belongs to it. */
export interface FerretLogin {
  readonly role: string
  readonly password: string
}

/**
 * The environment of a FerretDB: nothing of the caller's, so that no variable or file of theirs logs anybody in.
 * @param postgresUrl of the database that it keeps everything in, whoever it names
 */
export function ferretEnvironment(port: number, postgresUrl: string, database: string): Record<string, string> {
  const url = new URL(postgresUrl)
  url.pathname = `/${database}`
  // Whoever does not log in is a role that does not exist.
  url.username = 'nobody_has_logged_in'
  url.password = ''
  url.searchParams.set('pool_max_conns', '40')
  return { LISTEN: `127.0.0.1:${port}`, POSTGRES_URL: url.href }
}

/** The URL of a FerretDB for its clients. */
export function ferretUrl(port: number, { role, password }: FerretLogin): string {
  return `mongodb://${role}:${password}@127.0.0.1:${port}/?authMechanism=PLAIN`
}

/** The arguments of a `mongod` on 127.0.0.1, where everybody on this machine may use it. */
export function mongodArguments(port: number, dataFolder: string): string[] {
  return ['--port', String(port), '--bind_ip', '127.0.0.1', '--dbpath', dataFolder, '--quiet']
}

/**
 * SQL for the superuser, in the database of FerretDB, once. FerretDB 1 looks documents up by `_jsonb->key @> value`, for which the B-tree that it makes of an index, or of `_id`, is of no use: every
 * look-up would read the whole collection. So each index on one field gets a second one beside it that answers just that. The key is a parameter of its
 * statements, which only a plan for these very values can match with an index.
 */
export function ferretLookUps(database: string): string {
  return `
  CREATE OR REPLACE FUNCTION public.index_look_ups() RETURNS event_trigger LANGUAGE plpgsql AS $body$
  DECLARE
    made record;
    parts text[];
  BEGIN
    FOR made IN SELECT objid FROM pg_event_trigger_ddl_commands() WHERE command_tag = 'CREATE INDEX' LOOP
      parts := regexp_match(pg_get_indexdef(made.objid),
        '^CREATE (?:UNIQUE )?INDEX .* ON (\\S+) USING btree \\(\\(\\((_jsonb -> ''[^'']+''::text)\\)\\)\\)');
      CONTINUE WHEN parts IS NULL;
      EXECUTE format('CREATE INDEX ON %s USING gin ((%s) jsonb_path_ops) WITH (fastupdate = off)', parts[1], parts[2]);
    END LOOP;
  END $body$;
  DROP EVENT TRIGGER IF EXISTS index_look_ups;
  CREATE EVENT TRIGGER index_look_ups ON ddl_command_end WHEN TAG IN ('CREATE INDEX')
    EXECUTE FUNCTION public.index_look_ups();
  ALTER DATABASE ${database} SET plan_cache_mode = force_custom_plan;`
}

/** SQL: what a database of FerretDB is made with; it takes no other encoding and few locales. */
export const ferretDatabaseOptions = `TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`
