import { execFile } from 'node:child_process'
import type { ChildProcess, ExecException, ExecFileOptions } from 'node:child_process'
import { join } from 'node:path'

export interface KernelLimits {
  readonly cpuSeconds: number
  /** Writable memory of the process. V8 alone reserves about 680 MiB of address space and uses a small part. */
  readonly memoryKib: number
}

/** How the kernel confines a process. */
export interface Confinement {
  /** The command that starts the process with its own network, its own process table and no new privileges. As root it also changes the user. */
  readonly through: readonly string[]
  /** The user of the process, when no command changes the user. */
  readonly startAs?: { readonly uid: number; readonly gid: number }
  /** The protections that are missing. Without `own files` the process can read the files of this service, and so its secrets. */
  readonly lacks: readonly ('own user' | 'own files' | 'own processes' | 'no network')[]
}

/** The system user without files. */
const nobody = 65_534
const asNobody = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']

/** The process sees only itself. It ends with `unshare`, because the service kills `unshare`. */
const ownProcesses = ['--pid', '--fork', '--kill-child', '--mount-proc']

/**
 * The confinements, the strongest first. The kernel and the installed programs decide which of them work. As root, other users must be able to read the
 * repository too.
 */
export function confinements(isRoot: boolean = process.getuid?.() === 0): readonly Confinement[] {
  const unshare = ['unshare', ...(isRoot ? [] : ['--map-current-user']), '--net']
  const asUser = (user: readonly string[], lacks: Confinement['lacks']): Confinement[] => {
    // The kernel clears the parent-death signal when the user changes, so setpriv sets the signal again.
    const setpriv = ['setpriv', '--no-new-privs', ...user, '--pdeathsig=KILL']
    const startAs = user === asNobody ? { startAs: { uid: nobody, gid: nobody } } : {}
    return [
      { through: [...unshare, ...ownProcesses, ...setpriv], lacks },
      { through: [...unshare, ...setpriv], lacks: [...lacks, 'own processes'] },
      { through: [], ...startAs, lacks: [...lacks, 'own processes', 'no network'] },
    ]
  }
  // File permissions confine only another user.
  return isRoot ? [...asUser(asNobody, []), ...asUser([], ['own user', 'own files'])] : asUser([], ['own files'])
}

/** The folder of the repository, in a clone and in the image. */
export const repositoryRoot = join(import.meta.dirname, '../../../..')

/**
 * The name of a file for the process. A file of the repository is named from the working folder, because `nobody` may be unable to enter a folder above, such
 * as /root.
 */
export function pathInProcess(file: string): string {
  const isInside = file.startsWith(join(repositoryRoot, '/'))
  return isInside ? join('/proc/self/cwd', file.slice(repositoryRoot.length)) : file
}

/**
 * Runs a process in the repository, with an empty environment. The shell sets the kernel limits and forbids core dumps, then becomes the program. A process that
 * passes a limit of `ends` is killed. `onEnd` gets the whole output.
 */
export function runConfined(
  { through, startAs }: Confinement,
  { cpuSeconds, memoryKib }: KernelLimits,
  command: readonly string[],
  ends: Pick<ExecFileOptions, 'timeout' | 'maxBuffer' | 'signal'> = {},
  onEnd?: (error: ExecException | null, output: Buffer, said: Buffer) => void,
): ChildProcess {
  const script = `ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -d ${memoryKib}; exec "$@"`
  const options = { ...startAs, env: { UV_THREADPOOL_SIZE: '1' }, cwd: repositoryRoot, encoding: 'buffer' } as const
  const file = ['-c', script, 'sh', ...through, ...command]
  return execFile('/bin/sh', file, { ...options, ...ends, killSignal: 'SIGKILL' }, onEnd)
}
