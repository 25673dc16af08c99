// Commands of the operator (docs/reference/commands.md). Each is a row of the audit log. Usage:
// `DATABASE_URL=... AUTH_SECRET=... AUDIT_KEY=... node services/auth/src/bin/operator.ts COMMAND [ARGUMENT...]`
import { text } from 'node:stream/consumers'
import { AuditLog } from '@kismet/service-kit/audit/log'
import { systemClock } from '@kismet/service-kit/clock'
import { createPool, inTransaction } from '@kismet/service-kit/database'
import { createLogger } from '@kismet/service-kit/logger'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { addAdmin, byCommand, changeFound, changes, sessionsEnded } from '../admin-accounts.ts'
import type { Change } from '../admin-accounts.ts'
import { NewAdmin, readCommandEnv } from '../config.ts'
import { findPlayer } from '../db/players.ts'
import { requireUncommonPassword } from '../credentials.ts'
import { reseal } from '../reseal.ts'
import { loadCommonPasswords, Passwords } from '../security/passwords.ts'
import { Secrets } from '../security/secrets.ts'
import { revokeSigningKey, rotateSigningKey } from '../signing-keys.ts'
import type { Sources } from '../sources.ts'

type Command = (parts: Sources, first?: string, second?: string) => Promise<string>

/** Adds an admin whose password is the standard input, without the line end. @throws Error that names each invalid value */
const add: Command = async (parts, username, role) => {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  const given = NewAdmin.safeParse({ username, role, password })
  if (!given.success)
    throw new Error(given.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  requireUncommonPassword({ commonPasswords: await loadCommonPasswords() }, password)
  const passwords = await Passwords.open(systemRandomness.bytes(32))
  const passwordHash = await passwords.run({ audience: 'admin', ip: undefined }, (work) => work.hash(password))
  const admin = { username: given.data.username, role: given.data.role, passwordHash }
  await inTransaction(parts.db, (transaction) => addAdmin(transaction, parts, byCommand, admin))
  return `The admin ${admin.username} (${admin.role}) can log in now.`
}

const changing =
  (change: Change, said: string): Command =>
  async (parts, username = '') => {
    const ended = await inTransaction(parts.db, (transaction) =>
      changeFound(transaction, parts, byCommand, { username }, change),
    )
    return `The admin ${username} ${said}. ${sessionsEnded(ended)}`
  }

/** Finds a player by e-mail or id, for ./kismet export-person, which reads each service then. @returns the id */
const exportPerson: Command = async (parts, who = '') => {
  const found = await findPlayer(parts.db, who)
  if (found === undefined) throw new Error(`There is no player ${who}.`)
  await inTransaction(parts.db, (transaction) =>
    parts.audit.appendOperator(transaction, { action: 'player.export', target: found, detail: {} }, 'command'),
  )
  return found
}

const commands: Readonly<Record<string, Command>> = {
  add,
  disable: changing(changes.disable(systemClock.now()), 'cannot log in any more'),
  enable: changing(changes.enable(), 'can log in again'),
  'reset-totp': changing(changes.resetTotp(), 'logs in without a code now'),
  'export-person': exportPerson,
  'rotate-keys': async (parts) => {
    const kid = await rotateSigningKey(parts)
    return `The new signing key ${kid} signs from now on.`
  },
  'revoke-key': async (parts, kid) => {
    const revoked = await revokeSigningKey(parts, kid)
    return `The signing key ${revoked.kid} is revoked. ${sessionsEnded(revoked.ended)}`
  },
  // First, every replica must have all secrets (docs/operating/rotate-secrets.md).
  reseal: async (parts) => {
    const counts = Object.entries(await reseal(parts)).map(([table, rows]) => `${table} ${rows}`)
    return `Encrypted with the first secret of AUTH_SECRET: ${counts.join(', ')}.`
  },
}

async function run([name = '', ...args]: readonly string[]): Promise<string> {
  const command = commands[name]
  if (command === undefined || args.length > 2) throw new Error(`usage: operator.ts ${Object.keys(commands).join('|')}`)
  const config = readCommandEnv()
  const log = createLogger('auth', 'silent')
  const db = createPool({ url: config.DATABASE_URL, schema: 'auth', maxConnections: 1, log })
  try {
    const audit = await AuditLog.open({ service: 'auth', config, db, clock: systemClock, log })
    const secrets = new Secrets(config.AUTH_SECRET)
    return await command({ db, audit, secrets, clock: systemClock, randomness: systemRandomness }, ...args)
  } finally {
    await db.end()
  }
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
