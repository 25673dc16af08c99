import { spawn, type ChildProcess } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** What a finished program said; output beyond 1 MiB a stream is dropped. */
export interface ProgramResult {
  /** Exit code, or null when a signal ended it. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface ProgramOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly uid?: number
  readonly gid?: number
  readonly timeoutMs?: number
}

const maxOutputChars = 1_048_576
const running = new Set<ChildProcess>()

/** Ends every program that `runProgram` still waits for: nothing of a start that is cut off goes on. */
export function stopRunningPrograms(): void {
  for (const child of running) child.kill('SIGTERM')
}

/** Runs a program to its end without a shell or standard input. A program that cannot be started rejects. */
export function runProgram(
  file: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  const { timeoutMs, ...spawnOptions } = options
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...spawnOptions,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs, killSignal: 'SIGKILL' as const }),
    })
    running.add(child)
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout = (stdout + chunk).slice(0, maxOutputChars)))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr = (stderr + chunk).slice(-maxOutputChars)))
    child.on('error', (error) => {
      running.delete(child)
      reject(error)
    })
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code, stdout, stderr })
    })
  })
}

/** The path of an executable on the PATH, links not followed (some programs look at the name they are called by), or undefined. */
export async function findOnPath(name: string, path = process.env.PATH ?? ''): Promise<string | undefined> {
  for (const folder of path.split(delimiter)) {
    if (folder === '') continue
    const candidate = join(folder, name)
    try {
      await access(candidate, constants.X_OK)
      return candidate
    } catch {
      continue
    }
  }
  return undefined
}

/** A release number such as [2, 15, 2]; missing parts are 0. */
export type Version = readonly [major: number, minor: number, patch: number]

/** The first release number in what a program prints for `--version`, or undefined. */
export function parseVersion(text: string): Version | undefined {
  const match = /(?<![\d.])v?(\d{1,4})(?:\.(\d{1,4}))?(?:\.(\d{1,4}))?/.exec(text)
  if (match === null) return undefined
  return [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)]
}

/** Whether `version` is `wanted` or newer. */
export function isAtLeast(version: Version, wanted: Version): boolean {
  for (const place of [0, 1, 2] as const) {
    if (version[place] !== wanted[place]) return version[place] > wanted[place]
  }
  return true
}

/** The version that `file --version` prints; undefined when it cannot be run or says nothing of the kind. */
export async function versionOf(file: string): Promise<Version | undefined> {
  try {
    const result = await runProgram(file, ['--version'], { timeoutMs: 10_000 })
    return result.code === 0 ? parseVersion(result.stdout) : undefined
  } catch {
    return undefined
  }
}

/** A version as people write it: `2.15.2`. */
export function formatVersion(version: Version): string {
  return version.join('.')
}
