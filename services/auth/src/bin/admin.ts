// Adds an admin, or with DISABLE=name or ENABLE=name lets one in no more or again, or with RESET_TOTP=name turns the two-step login of one off who lost the phone:
// DATABASE_URL=... AUDIT_KEY=... node services/auth/src/bin/admin.ts
// Takes ADMIN_USERNAME, ADMIN_PASSWORD and ADMIN_ROLE (owner, cashier, support or auditor) from the environment and asks for what is not there.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { adminRoles } from '@kismet/contracts'
import { inTransaction, isUniqueViolation } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { readEnv } from '@kismet/service-kit/env'
import { systemRandomness } from '@kismet/service-kit/randomness'
import type { z } from 'zod'
import { createAdmin, resetTotp, setAdminDisabled } from '../admins.ts'
import type { Sources } from '../admins.ts'
import { afterwards, runCommand } from './command.ts'
import { adminEnv, newAdminEnv } from '../config.ts'
import { isTooCommon } from '../domain/password-rules.ts'
import { loadCommonPasswords, Passwords } from '../security/passwords.ts'

/** Asks a question on the terminal; `hidden` shows nothing of what is typed. */
async function ask(question: string, hidden = false): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error('Set ADMIN_USERNAME, ADMIN_PASSWORD and ADMIN_ROLE, or run this on a terminal.')
  if (hidden) process.stdout.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: hidden ? nowhere : process.stdout, terminal: true })
  try {
    return (await terminal.question(question)).trim()
  } finally {
    terminal.close()
    if (hidden) process.stdout.write('\n')
  }
}

async function add(pool: Pool, config: z.output<typeof adminEnv>, sources: Sources): Promise<string> {
  const given = readEnv(newAdminEnv, {
    ADMIN_USERNAME: config.ADMIN_USERNAME ?? (await ask('Username: ')),
    ADMIN_ROLE: config.ADMIN_ROLE ?? (await ask(`Role (${adminRoles.join(', ')}): `)),
    ADMIN_PASSWORD: config.ADMIN_PASSWORD ?? (await ask('Password: ', true)),
  })
  const { ADMIN_USERNAME: username, ADMIN_ROLE: role, ADMIN_PASSWORD: password } = given
  if (isTooCommon(password, await loadCommonPasswords())) throw new Error('This password is too common.')
  const passwords = await Passwords.open(systemRandomness.bytes(32))
  const passwordHash = await passwords.inTurn({ audience: 'admin', ip: undefined }, (work) => work.hash(password))
  try {
    await inTransaction(pool, (transaction) =>
      createAdmin(transaction, { username, passwordHash, role }, sources, 'command'),
    )
  } catch (error) {
    if (isUniqueViolation(error, 'admin_username_once'))
      throw new Error(`There is an admin ${username} already.`, { cause: error })
    throw error
  }
  return `The admin ${username} (${role}) can log in now.`
}

await runCommand(adminEnv, async (pool, config, sources) => {
  const { DISABLE: disabled, ENABLE: enabled, RESET_TOTP: resetOf } = config
  if (disabled !== undefined) {
    const ended = await setAdminDisabled(pool, disabled, true, sources)
    return `The admin ${disabled} cannot log in any more. ${await afterwards(pool, ended)}`
  }
  if (resetOf !== undefined) {
    const ended = await resetTotp(pool, resetOf, sources)
    return `The admin ${resetOf} logs in without a code now. ${await afterwards(pool, ended)}`
  }
  if (enabled === undefined) return add(pool, config, sources)
  await setAdminDisabled(pool, enabled, false, sources)
  return `The admin ${enabled} can log in again.`
})
