import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writePrivately } from './kept-files.ts'
import type { LocalDir } from '@kismet/real-servers/local-dir'
import { StackError } from '@kismet/real-servers/stack-error'

const Environment = z.record(z.string(), z.string())

function pathOf(local: LocalDir, service: string): string {
  return join(local.root, 'environments', `${service}.json`)
}

/** Keeps the configuration of a service (mode 600), so that its commands can run with it beside the stack. */
export async function keepServiceEnvironment(
  local: LocalDir,
  service: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  await mkdir(join(local.root, 'environments'), { recursive: true, mode: 0o700 })
  await writePrivately(pathOf(local, service), `${JSON.stringify(environment, null, 2)}\n`)
}

/** The configuration that a service was last started with. @throws StackError when it never was */
export async function readServiceEnvironment(local: LocalDir, service: string): Promise<Record<string, string>> {
  const text = await readFile(pathOf(local, service), 'utf8').catch(() => undefined)
  if (text === undefined) throw new StackError(`The stack has no service ${service}.`)
  return Environment.parse(JSON.parse(text))
}
