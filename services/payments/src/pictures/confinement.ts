import { execFile } from 'node:child_process'
import type { ChildProcess, ExecException, ExecFileOptions } from 'node:child_process'

export interface KernelLimits {
  readonly cpuSeconds: number
  /** Writable memory of the process. V8 alone claims about 680 MiB of address space, most of which it never touches. */
  readonly memoryKib: number
}

/** How the kernel keeps a process apart from this service. */
export interface Confinement {
  /** The command that puts it into a network and a table of processes of its own, for root as a user of its own, and without a way to more rights. */
  readonly through: readonly string[]
  /** The user that it is started as. */
  readonly startAs?: { readonly uid: number; readonly gid: number }
  /** What it could have and has not. Without `own files` it may read what this service may: its secrets, where they are files. */
  readonly lacks: readonly ('own user' | 'own files' | 'own processes' | 'no network')[]
}

/** `nobody`, who owns nothing. */
const nobody = 65_534
const asNobody = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']

/** It sees itself alone, and ends with the command that it is started through: that is what the service kills. */
const ownProcesses = ['--pid', '--fork', '--kill-child', '--mount-proc']

/**
 * The ways to keep a process apart, the best first. Which of them work depends on the kernel, on what is installed, and for root on whether nobody may
 * read this program.
 */
export function confinements(isRoot: boolean = process.getuid?.() === 0): readonly Confinement[] {
  const unshare = ['unshare', ...(isRoot ? [] : ['--map-current-user']), '--net']
  const asUser = (user: readonly string[], lacks: Confinement['lacks']): Confinement[] => {
    // The kernel forgets what a process ends with when its user changes, so it is said again.
    const setpriv = ['setpriv', '--no-new-privs', ...user, '--pdeathsig=KILL']
    const startAs = user === asNobody ? { startAs: { uid: nobody, gid: nobody } } : {}
    return [
      { through: [...unshare, ...ownProcesses, ...setpriv], lacks },
      { through: [...unshare, ...setpriv], lacks: [...lacks, 'own processes'] },
      { through: [], ...startAs, lacks: [...lacks, 'own processes', 'no network'] },
    ]
  }
  // Only another user is kept from the files of this one.
  return isRoot ? [...asUser(asNobody, []), ...asUser([], ['own user', 'own files'])] : asUser([], ['own files'])
}

/**
 * Runs a process with nothing of this one's environment. The shell sets the limits of the kernel (no core dump either), then becomes the program. `onEnd` has
 * all that it wrote; what passes a limit of `ends` is killed.
 */
export function runConfined(
  { through, startAs }: Confinement,
  { cpuSeconds, memoryKib }: KernelLimits,
  command: readonly string[],
  ends: Pick<ExecFileOptions, 'timeout' | 'maxBuffer' | 'signal'> = {},
  onEnd?: (error: ExecException | null, output: Buffer, said: Buffer) => void,
): ChildProcess {
  const script = `ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -d ${memoryKib}; exec "$@"`
  const options = { ...startAs, env: { UV_THREADPOOL_SIZE: '1' }, cwd: '/', encoding: 'buffer' } as const
  const file = ['-c', script, 'sh', ...through, ...command]
  return execFile('/bin/sh', file, { ...options, ...ends, killSignal: 'SIGKILL' }, onEnd)
}
