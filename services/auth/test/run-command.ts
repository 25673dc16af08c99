import { auditKey } from '@kismet/test-env/test-audit'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Env } from '@kismet/service-kit/env'

/** Runs a command of auth to its end, as an operator does, with nothing on its standard input. */
export async function runCommand(name: string, env: Env): Promise<{ code: number | null; output: string }> {
  const file = fileURLToPath(new URL(`../src/bin/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, AUDIT_KEY: auditKey, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: string[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  await once(child, 'close')
  return { code: child.exitCode, output: chunks.join('') }
}
