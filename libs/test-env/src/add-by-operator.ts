import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { AdminRole } from '@kismet/contracts'
import { compiledOnce } from './compiled-once.ts'
import type { TestCasino } from './test-casino.ts'

const command = fileURLToPath(new URL('../../../services/auth/src/bin/operator.ts', import.meta.url))

/** Adds an admin with the command of the operator: no other admin has made this one. */
export async function addByOperator(
  casino: Pick<TestCasino, 'envOf'>,
  { username, role, password }: { readonly username: string; readonly role: AdminRole; readonly password: string },
): Promise<void> {
  const env = { PATH: process.env.PATH, ...casino.envOf('auth') }
  const child = spawn(process.execPath, [...compiledOnce, command, 'add', username, role], { env, stdio: 'pipe' })
  child.stdin.end(password)
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`The command ended with ${child.exitCode}`)
}
