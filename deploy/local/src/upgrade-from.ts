import { runProgram } from '@kismet/real-servers/program'
import { StackError } from '@kismet/real-servers/stack-error'

const migrationFiles = ['services/*/src/db/migrations/*.sql', 'libs/*/src/migrations/*.sql']

/** Runs git in a repository. @throws StackError with the message of git */
export async function git(folder: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram('git', args, { cwd: folder, timeoutMs: 120_000 })
  if (code !== 0) throw new StackError(`git ${args[0] ?? ''} failed: ${stderr.trim()}`)
  return stdout.trim()
}

/**
 * The revision to upgrade from: `from`, else the newest tag that begins with v. Without a tag, the newest revision with an older
 * database that can be migrated.
 * @throws StackError when there is no such revision
 */
export async function revisionOf(folder: string, from: string | undefined): Promise<string> {
  if (from !== undefined && from !== '') return git(folder, 'rev-parse', '--verify', `${from}^{commit}`)
  const [newest = ''] = (await git(folder, 'tag', '--list', 'v*', '--sort=-version:refname')).split('\n')
  if (newest !== '') return newest
  const changes = await git(folder, 'log', '--first-parent', '--format=%P', '--', ...migrationFiles)
  for (const parents of changes.split('\n')) {
    const [before = ''] = parents.split(' ')
    if (before !== '' && (await changedSince(folder, before)).length === 0) return before
  }
  throw new StackError('There is no release tag. Name the revision to upgrade from: FROM=...')
}

/** The migrations of a revision that were changed or removed since. */
async function changedSince(folder: string, revision: string): Promise<string[]> {
  const changes = ['diff', '--no-renames', '--diff-filter=MD', '--name-only', revision, '--', ...migrationFiles]
  const changed = await git(folder, ...changes)
  return changed === '' ? [] : changed.split('\n')
}

/** @throws StackError when a migration of the revision was changed or removed since, so that its database cannot be migrated */
export async function requireUpgradable(folder: string, revision: string): Promise<void> {
  const [first, ...others] = await changedSince(folder, revision)
  if (first === undefined) return
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  throw new StackError(
    `A database of ${revision} cannot be migrated: ${first}${more} changed since. Choose a later revision: migrations stay the same from release 0.1.0 on.`,
  )
}
