import { createHash } from 'node:crypto'
import { access, chmod, chown, constants, cp, mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { repositoryRoot } from './local-dir.ts'
import { StackError } from './stack-error.ts'
import { runProgram } from './program.ts'

/** Whom a PostgreSQL process runs as: `{}` is ourselves, else the user `postgres`, because PostgreSQL refuses root. */
export interface ServerUser {
  readonly uid?: number
  readonly gid?: number
}

/** The user for PostgreSQL; as root the system user `postgres`, created when it is missing. */
export async function provideServerUser(): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return {}
  const existing = await idsOf('postgres')
  if (existing !== undefined) return existing
  try {
    await runProgram('groupadd', ['--system', 'postgres'])
    await runProgram('useradd', [
      '--system',
      '--gid',
      'postgres',
      '--no-create-home',
      '--shell',
      '/bin/false',
      'postgres',
    ])
  } catch {
    // The tools may be missing: what counts is whether the user is there now.
  }
  const created = await idsOf('postgres')
  if (created !== undefined) return created
  throw new StackError(
    'PostgreSQL does not run as root and the user postgres could not be created: run this as another user.',
  )
}

async function idsOf(user: string): Promise<ServerUser | undefined> {
  const uid = await runProgram('id', ['-u', user])
  const gid = await runProgram('id', ['-g', user])
  if (uid.code !== 0 || gid.code !== 0) return undefined
  return { uid: Number(uid.stdout.trim()), gid: Number(gid.stdout.trim()) }
}

/** Whether that user can open a path: a clone below a closed folder such as /root (mode 700) is out of its reach. */
export async function canReach(user: ServerUser, path: string): Promise<boolean> {
  if (user.uid === undefined) return true
  const result = await runProgram('sh', ['-c', 'test -r "$0" && test -x "$0"', path], { ...user, cwd: '/' })
  return result.code === 0
}

/** The open folder that stands in for a `LOCAL_DIR` below a closed one. Pure: the same for the same LOCAL_DIR. */
export function openFolderFor(localRoot: string, base: string): string {
  const hash = createHash('sha256').update(localRoot).digest('hex').slice(0, 8)
  return join(base, `kismet-${basename(repositoryRoot)}-${hash}`)
}

/**
 * A folder below which `user` can work: `localRoot` itself when it is within reach, else one of its own below /var/lib
 * or /var/tmp, which is said once.
 */
export async function reachableRoot(
  user: ServerUser,
  localRoot: string,
  report: (line: string) => void,
): Promise<string> {
  if (await canReach(user, localRoot)) return localRoot
  for (const base of ['/var/lib', '/var/tmp']) {
    const folder = openFolderFor(localRoot, base)
    try {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
      await chmod(folder, 0o755)
    } catch {
      continue
    }
    if (await canReach(user, folder)) {
      report(`the user postgres cannot reach ${localRoot}: PostgreSQL's data and programs are in ${folder}`)
      return folder
    }
  }
  throw new StackError(
    `The user postgres can reach neither ${localRoot} nor /var/lib nor /var/tmp: set LOCAL_DIR to an open folder.`,
  )
}

/** Copies a folder once; it appears in one step, so that two copies cannot disturb each other. */
export async function copyOnce(from: string, to: string): Promise<void> {
  try {
    await access(to)
    return
  } catch {
    const partial = `${to}.${process.pid}`
    await cp(from, partial, { recursive: true, verbatimSymlinks: true })
    await moveOnce(partial, to)
  }
}

/** Renames a finished folder to its place; when another process was first, ours is dropped. */
export async function moveOnce(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    await rm(from, { recursive: true, force: true })
    await access(to).catch(() => {
      throw error
    })
  }
}

/** A new folder that belongs to the user, closed to others. */
export async function createOwnedFolder(user: ServerUser, path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (user.uid !== undefined && user.gid !== undefined) await chown(path, user.uid, user.gid)
}
