// Manages admin accounts. Usage:
// `DATABASE_URL=... AUTH_SECRET=... AUDIT_KEY=... node services/auth/src/bin/admin.ts COMMAND`
// - `add [name] [role]` adds an owner, cashier, support or auditor. It asks for missing values and
//   the password on the terminal. Without a terminal, standard input is the password.
// - `disable name` ends the sessions of an admin and forbids logins. `enable name` allows logins again.
// - `reset-totp name` turns off the two-step login of an admin who lost the phone.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { adminRoles } from '@kismet/contracts'
import { inTransaction, isUniqueViolation } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { changeAsOperator, createAdmin, operatorChanges } from '../admins.ts'
import { runCommand, sessionsEnded } from './command.ts'
import { newAdmin } from '../config.ts'
import type { NewAdmin } from '../db/admins.ts'
import { loadCommonPasswords, Passwords } from '../security/passwords.ts'
import type { Sources } from '../sources.ts'

const usage = 'usage: admin.ts add [name] [role] | disable name | enable name | reset-totp name'

/** Asks a question on the terminal; `hidden` hides the typed answer. @throws Error without a terminal */
async function ask(question: string, hidden = false): Promise<string> {
  if (!process.stdin.isTTY) throw new Error(`${usage}. Without a terminal, give the name and the role as arguments.`)
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

/** The password from the terminal, or from standard input without the line end. */
async function readPassword(): Promise<string> {
  return process.stdin.isTTY ? ask('Password: ', true) : (await text(process.stdin)).replace(/\r?\n$/, '')
}

/** Asks for the values that are missing in the arguments. @throws Error that names each invalid value */
async function readAdmin(name: string, role: string): Promise<Omit<NewAdmin, 'addedBy'>> {
  const given = newAdmin.safeParse({
    username: name === '' ? await ask('Username: ') : name,
    role: role === '' ? await ask(`Role (${adminRoles.join(', ')}): `) : role,
    password: await readPassword(),
  })
  if (!given.success)
    throw new Error(given.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  const admin = given.data
  if ((await loadCommonPasswords()).has(admin.password.toLowerCase())) throw new Error('This password is too common.')
  const passwords = await Passwords.open(systemRandomness.bytes(32))
  const passwordHash = await passwords.inTurn({ audience: 'admin', ip: undefined }, (work) => work.hash(admin.password))
  return { username: admin.username, role: admin.role, passwordHash }
}

async function add(pool: Pool, admin: NewAdmin, sources: Sources): Promise<string> {
  const { username } = admin
  try {
    await inTransaction(pool, (transaction) => createAdmin(transaction, admin, sources, 'command'))
  } catch (error) {
    if (isUniqueViolation(error, 'admin_username_once'))
      throw new Error(`There is an admin ${username} already.`, { cause: error })
    throw error
  }
  return `The admin ${username} (${admin.role}) can log in now.`
}

const said = {
  disable: 'cannot log in any more',
  enable: 'can log in again',
  'reset-totp': 'logs in without a code now',
} as const

const isChange = (what: string): what is keyof typeof operatorChanges => what in operatorChanges

await runCommand(async (pool, sources) => {
  const [what = '', name = '', role = '', ...more] = process.argv.slice(2)
  if (what === 'add' && more.length === 0) return add(pool, await readAdmin(name, role), sources)
  if (!isChange(what) || name === '' || role !== '') throw new Error(usage)
  const ended = await changeAsOperator(pool, name, sources, what)
  const sessions = operatorChanges[what].ends === undefined ? '' : ` ${sessionsEnded(ended)}`
  return `The admin ${name} ${said[what]}.${sessions}`
})
