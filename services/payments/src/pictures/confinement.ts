import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'

export interface KernelLimits {
  readonly cpuSeconds: number
  /** Writable memory of the process. V8 alone claims about 680 MiB of address space, most of which it never touches. */
  readonly memoryKib: number
}

/** How the kernel keeps a process apart from this service. */
export interface Confinement {
  /** The command that puts it into a network of its own, for root as a user of its own, and without a way to more rights. */
  readonly through: readonly string[]
  /** The user that it is started as. */
  readonly startAs?: { readonly uid: number; readonly gid: number }
  /** What it could have and has not. */
  readonly lacks: readonly ('own user' | 'no network')[]
}

/** `nobody`, who owns nothing. */
const nobody = 65_534
const apart = ['setpriv', '--no-new-privs']
const asNobody = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']

/**
 * The ways to keep a process apart, the best first. Which of them work depends on the kernel, on what is installed, and for root on whether nobody may
 * read this program.
 */
export function confinements(isRoot: boolean = process.getuid?.() === 0): readonly Confinement[] {
  if (!isRoot)
    return [
      { through: ['unshare', '--map-current-user', '--net', ...apart], lacks: [] },
      { through: [], lacks: ['no network'] },
    ]
  return [
    { through: ['unshare', '--net', ...apart, ...asNobody], lacks: [] },
    { through: [], startAs: { uid: nobody, gid: nobody }, lacks: ['no network'] },
    { through: ['unshare', '--net', ...apart], lacks: ['own user'] },
    { through: [], lacks: ['own user', 'no network'] },
  ]
}

/** Starts a process with nothing of this one's environment. The shell sets the limits of the kernel (no core dump either), then becomes the program. */
export function spawnConfined(
  { through, startAs }: Confinement,
  { cpuSeconds, memoryKib }: KernelLimits,
  command: readonly string[],
): ChildProcess {
  const script = `ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -d ${memoryKib}; exec "$@"`
  const options = { ...startAs, env: { UV_THREADPOOL_SIZE: '1' }, cwd: '/' }
  return spawn('/bin/sh', ['-c', script, 'sh', ...through, ...command], { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
}
