import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs a program with our terminal and answers its exit code; a signal that ended it counts as 1. */
export async function runToEnd(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(file, args, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

/** Runs a program beside others: what it says is kept until it has ended. Answers its exit code, as `runToEnd`, and what it said. */
export async function runBeside(file: string, args: readonly string[]): Promise<{ code: number; said: string }> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? 1, said }
}
