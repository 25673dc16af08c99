import { auditKey } from '@kismet/test-env/test-audit'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Env } from '@kismet/service-kit/env'
import { compiledOnce } from '@kismet/test-env/compiled-once'

/** Runs a command of auth to its end, without a terminal. `typed`: the standard input */
export async function runCommand(
  args: readonly string[],
  env: Env,
  typed = '',
): Promise<{ code: number | null; output: string }> {
  const file = fileURLToPath(new URL(`../src/bin/operator.ts`, import.meta.url))
  const child = spawn(process.execPath, [...compiledOnce, file, ...args], {
    env: { PATH: process.env.PATH, AUDIT_KEY: auditKey, ...env },
    stdio: 'pipe',
  })
  child.stdin.on('error', () => undefined).end(typed)
  const chunks: string[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  await once(child, 'close')
  return { code: child.exitCode, output: chunks.join('') }
}
