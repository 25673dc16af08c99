import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { limits } from '@kismet/contracts'
import { createLogger } from '@kismet/service-kit/logger'
import { eventually } from '@kismet/test-env/eventually'
import { AuthWorld } from './auth-world.ts'

const old = 1_200
let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

/** The notice about the first admin is young. */
const without = { sign_up: '', mail: `WHERE kind = 'signup'` }
const left = async (table: 'sign_up' | 'mail') =>
  Number((await world.rows<{ count: string }>(`SELECT count(*) FROM ${table} ${without[table]}`))[0]?.count)

/** No statement removes more rows of the table than that. */
const refuseMore = (table: 'sign_up' | 'mail', most: number) =>
  world.rows(
    `CREATE OR REPLACE FUNCTION refuse_more() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF (SELECT count(*) FROM gone) > TG_ARGV[0]::integer THEN RAISE EXCEPTION 'too many at once'; END IF;
       RETURN NULL;
     END $$;
     CREATE OR REPLACE TRIGGER refuse_more AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_more(${most})`,
  )

it('what has had its time goes some rows at a time; what cannot be forgotten keeps nothing else', async () => {
  const now = new Date(world.clock.now())
  await world.rows(
    `INSERT INTO sign_up (id, email, password_hash, terms_version, given_by, created_at)
     SELECT uuidv7(), 'old-' || n || '@example.in', '$argon2id$', '1', 'box', $1 FROM generate_series(1, $2) AS n`,
    [now, old],
  )
  await world.rows(
    `INSERT INTO mail (id, kind, created_at, useless_at, next_at)
     SELECT uuidv7(), 'signup', $1, $1, $1 FROM generate_series(1, $2) AS n`,
    [now, old],
  )
  world.clock.advance(limits.signUp.keptMs)
  await refuseMore('mail', 500)
  await refuseMore('sign_up', 0)
  const lines: string[] = []
  const log = createLogger('auth', 'error', { write: (line) => void lines.push(line) })
  const replica = await world.startReplica({}, log)
  await eventually('old mails are forgotten', async () => (await left('mail')) === 0)
  await eventually('that sign-ups stay is told', () => lines.some((line) => line.includes('too many at once')))
  expect(await left('sign_up')).toBe(old)
  await replica.stop()
  await refuseMore('sign_up', 500)
  const next = await world.startReplica({}, log)
  await eventually('old sign-ups are forgotten', async () => (await left('sign_up')) === 0)
  await next.stop()
}, 60_000)
