import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { runToEnd } from './run-to-end.ts'

/** What a change must pass besides its tests: npm scripts of the root, and of the workspace that is named. */
const checks = [
  { what: 'types', script: ['typecheck'] },
  { what: 'lint', script: ['lint'] },
  { what: 'format', script: ['format:check'] },
  { what: 'boundaries', script: ['boundaries'] },
  { what: 'unused code', script: ['unused'] },
  { what: 'words in every language', script: ['words:check', '-w', 'web'] },
  { what: 'page weight', script: ['page-weight', '-w', 'web'] },
  { what: 'page weight of the admin app', script: ['page-weight', '-w', 'admin-web'] },
]

// Runs every check, so that one failure does not hide another, and says how long each took.
process.chdir(repositoryRoot)
const failed: string[] = []
for (const { what, script } of checks) {
  const startedAtMs = performance.now()
  const code = await runToEnd('npm', ['run', '-s', ...script], process.env)
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${what} (${seconds} s)`)
  if (code !== 0) failed.push(what)
}
if (failed.length > 0) console.error(`These checks failed: ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)
