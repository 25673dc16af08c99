import { join } from 'node:path'
import { localDirAt, repositoryRoot } from '@kismet/real-servers/local-dir'
import { runProgram } from '@kismet/real-servers/program'
import { sentenceFor, StackError } from '@kismet/real-servers/stack-error'
import { runToEnd } from './run-to-end.ts'

// Restarts two of each service under load, one after the other, from the code and the migrations of an earlier revision to those of today:
// FROM=<revision> upgrade-test.ts; without it from the newest release, which is the newest tag that begins with v.

/** @throws StackError with what git says */
async function git(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram('git', args, { cwd: repositoryRoot, timeoutMs: 120_000 })
  if (code !== 0) throw new StackError(`git ${args[0] ?? ''} failed: ${stderr.trim()}`)
  return stdout.trim()
}

async function revisionOf(from: string | undefined): Promise<string> {
  if (from !== undefined && from !== '') return git('rev-parse', '--verify', `${from}^{commit}`)
  const [newest = ''] = (await git('tag', '--list', 'v*', '--sort=-version:refname')).split('\n')
  if (newest === '') throw new StackError('No release is tagged here: say from which revision, FROM=...')
  return newest
}

try {
  const revision = await revisionOf(process.env.FROM)
  const folder = join(localDirAt(process.env.LOCAL_DIR).root, 'upgrade-from')
  const remove = () => git('worktree', 'remove', '--force', folder)
  await remove().catch(() => undefined)
  await git('worktree', 'add', '--detach', folder, revision)
  try {
    console.log(`upgrading from ${await git('log', '-1', '--format=%h (%s)', revision)}`)
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
