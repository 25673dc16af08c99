import { join } from 'node:path'
import { localDirAt, repositoryRoot } from '@kismet/real-servers/local-dir'
import { sentenceFor, StackError } from '@kismet/real-servers/stack-error'
import { git, requireUpgradable, revisionOf } from '../upgrade-from.ts'
import { runToEnd } from './run-to-end.ts'

// FROM=<revision> upgrade-test.ts: a rolling upgrade of two replicas of each service under load, from the code and
// migrations of an earlier revision to this revision. `revisionOf` says which revision is the default.

try {
  const revision = await revisionOf(repositoryRoot, process.env.FROM)
  await requireUpgradable(repositoryRoot, revision)
  const folder = join(localDirAt(process.env.LOCAL_DIR).root, 'upgrade-from')
  const remove = () => git(repositoryRoot, 'worktree', 'remove', '--force', folder)
  await remove().catch(() => undefined)
  await git(repositoryRoot, 'worktree', 'add', '--detach', folder, revision)
  try {
    console.log(`upgrading from ${await git(repositoryRoot, 'log', '-1', '--format=%h (%s)', revision)}`)
    const installed = await runToEnd(join(folder, 'deploy/local/bootstrap.sh'), [], {
      ...process.env,
      LOCAL_DIR: undefined,
    })
    if (installed !== 0) throw new StackError('The packages of that revision could not be installed.')
    const test = [join(import.meta.dirname, 'test.ts'), 'deploy/local/test/rolling-restart']
    process.exitCode = await runToEnd(process.execPath, test, { ...process.env, KISMET_UPGRADE_FROM: folder })
  } finally {
    await remove()
  }
} catch (error) {
  console.error(sentenceFor(error))
  process.exitCode = 1
}
