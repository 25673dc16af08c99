import { availableParallelism } from 'node:os'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { runBeside } from './run-to-end.ts'

/** What a change must pass besides its tests, the longest first: npm scripts of the root, and of the workspace that is named. */
const checks = [
  { what: 'types and lint', script: ['lint'] },
  { what: 'format', script: ['format:check'] },
  { what: 'boundaries', script: ['boundaries'] },
  { what: 'unused code', script: ['unused'] },
  { what: 'generated files', script: ['generated'] },
  { what: 'prose', script: ['prose'] },
  { what: 'commit messages', script: ['commits'] },
  { what: 'manifests of Kubernetes', script: ['manifests'] },
  { what: 'images and compose', script: ['compose-check'] },
  { what: 'words in every language', script: ['words:check', '-w', 'web'] },
  { what: 'page weight', script: ['page-weight', '-w', 'web'] },
  { what: 'page weight of the admin app', script: ['page-weight', '-w', 'admin-web'] },
]

// Runs every check, so that one failure does not hide another. As many run at once as the machine has cores.
process.chdir(repositoryRoot)
const failed: string[] = []
const waiting = checks.values()
async function runWaiting(): Promise<void> {
  for (const { what, script } of waiting) {
    const startedAtMs = performance.now()
    const { code, said } = await runBeside('npm', ['run', '-s', ...script])
    const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1)
    console.log(`${said}${code === 0 ? 'ok    ' : 'FAILED'} ${what} (${seconds} s)`)
    if (code !== 0) failed.push(what)
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))
if (failed.length > 0) console.error(`These checks failed: ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)
