import type { Queryable } from './database.ts'

/** Connections of other roles do not count, because every role can choose its application_name. */
const others = `FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user
  AND application_name = ANY ($1) AND pid <> pg_backend_pid()`

/**
 * Gives a session its name, by which who comes later finds it, once what was committed before is on every standby that commits wait for. A session that is ended while its
 * commit waits shows that to everybody, though the primary alone has it.
 */
export async function enterAs(session: Queryable, name: string): Promise<void> {
  const entering = `${name} entering`
  await callSession(session, entering)
  // A former process that still waits here holds no lock and serves no caller.
  await endSessions(session, [entering], 0)
  await awaitStandbys(session)
  await callSession(session, name)
}

async function callSession(session: Queryable, name: string): Promise<void> {
  await session.query(`SELECT set_config('application_name', $1, false)`, [name])
}

/** Tells all sessions of those names but this one to end, and waits so long for each. */
export async function endSessions(session: Queryable, names: readonly string[], withinMs: number): Promise<void> {
  await session.query(`SELECT pg_terminate_backend(pid, $2) ${others}`, [names, withinMs])
}

/** Whether there is a session of those names beside this one. */
export async function isOther(session: Queryable, names: readonly string[]): Promise<boolean> {
  return (await session.query(`SELECT ${others}`, [names])).rowCount !== 0
}

/** What is committed by now is on every standby that commits wait for: one commit more waits for them, and so for all before it. */
export async function awaitStandbys(session: Queryable): Promise<void> {
  await session.query(`SELECT pg_logical_emit_message(true, 'kismet', '')`)
}
