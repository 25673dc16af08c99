import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { z } from 'zod'
import { faulty } from './mutant.ts'
import type { Fate, Mutant } from './mutant.ts'

/** A run with a fault that takes longer hangs, which is noticed too. */
const hangsAfterMs = 240_000
const notCopied = new Set(['node_modules', '.git', '.local', 'dist', 'coverage'])
const ours = '@kismet'

const Results = z.object({ numFailedTests: z.number(), numRuntimeErrorTestSuites: z.number(), success: z.boolean() })

/** A copy of the repository in which faults are put in and tests are run. */
export class Workshop {
  readonly #root: string
  readonly #localDir: string

  private constructor(root: string, localDir: string) {
    this.#root = root
    this.#localDir = localDir
  }

  /** @param localDir whose programs and caches the tests use */
  static async open(localDir: string): Promise<Workshop> {
    const root = await mkdtemp(join(tmpdir(), 'kismet-mutants-'))
    const [from, to] = [join(repositoryRoot, 'node_modules'), join(root, 'node_modules')]
    await cp(repositoryRoot, root, {
      recursive: true,
      filter: async (path, copy) => {
        if (basename(path) === 'node_modules' && path !== from) await symlink(path, copy)
        return !notCopied.has(basename(path))
      },
    })
    // Packages of others are those of the repository; our own must be the copies.
    await mkdir(to)
    for (const name of await readdir(from)) if (name !== ours) await symlink(join(from, name), join(to, name))
    await cp(join(from, ours), join(to, ours), { recursive: true, verbatimSymlinks: true })
    return new Workshop(root, localDir)
  }

  /** Puts a fault in, runs the tests that ought to notice it, and takes it out. */
  async try(mutant: Mutant): Promise<Fate> {
    const path = join(this.#root, mutant.file)
    const text = await readFile(path, 'utf8').catch(() => '')
    const changed = faulty(text, mutant)
    if (changed === undefined) return 'broken'
    await writeFile(path, changed)
    try {
      return await this.run(mutant.tests)
    } finally {
      await writeFile(path, text)
    }
  }

  /** Runs tests, for `mostMs` at most. @returns `survived` when all pass, `killed` when one fails or none has ended by then */
  async run(tests: readonly string[], mostMs = hangsAfterMs): Promise<Fate> {
    const output = join(this.#root, '.mutant-results.json')
    await rm(output, { force: true })
    const jest = join(this.#root, 'node_modules/jest/bin/jest.js')
    const nodeFlags = ['--experimental-vm-modules', '--no-warnings']
    const flags = ['--ci', '--silent', '--bail', '--json', `--outputFile=${output}`, '--selectProjects', 'node', '--']
    // A process group of its own: when a run hangs, its servers end with it.
    const child = spawn(process.execPath, [...nodeFlags, jest, ...flags, ...tests], {
      cwd: this.#root,
      env: { ...process.env, LOCAL_DIR: this.#localDir },
      stdio: 'ignore',
      detached: true,
    })
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), mostMs)
    await once(child, 'exit')
    clearTimeout(timer)
    const results = await readFile(output, 'utf8').then(
      (json) => Results.parse(JSON.parse(json)),
      () => undefined,
    )
    if (results === undefined) return 'killed'
    if (results.success) return 'survived'
    return results.numFailedTests === 0 && results.numRuntimeErrorTestSuites > 0 ? 'broken' : 'killed'
  }

  async remove(): Promise<void> {
    await rm(this.#root, { recursive: true, force: true })
  }
}
