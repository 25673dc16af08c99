import { findOnPath, runProgram } from './program.ts'

/** Whether this process may install Debian packages. */
export async function canInstallDebianPackages(): Promise<boolean> {
  return process.getuid?.() === 0 && (await findOnPath('apt-get')) !== undefined
}

/**
 * Installs a Debian package; refreshes the package lists only when that is needed. Waits up to 5 minutes for another
 * installation to end. Answers undefined when it worked, else the last lines of what apt-get said.
 */
export async function installDebianPackage(name: string): Promise<string | undefined> {
  const first = await aptGet(['install', name])
  if (first.code === 0) return undefined
  await aptGet(['update'])
  const second = await aptGet(['install', name])
  if (second.code === 0) return undefined
  return second.stderr.trim().split('\n').slice(-3).join(' ')
}

function aptGet(args: readonly string[]): ReturnType<typeof runProgram> {
  return runProgram('apt-get', ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
    timeoutMs: 600_000,
  })
}
