import { access, mkdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { runProgram } from './program.ts'
import { StackError } from './stack-error.ts'
import { providePython } from './test-programs.ts'

/** A program of a Python package. */
export interface PythonProgram {
  /** Of the package, pinned: `name==1.2.3`. */
  readonly pin: string
  readonly program: string
}

/**
 * The path of a program that comes with a package of Python, installed once for all clones of this machine, below the user's cache.
 * @throws StackError
 */
export async function providePythonProgram(
  { pin, program }: PythonProgram,
  report: (line: string) => void,
): Promise<string> {
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'kismet', pin)
  const file = join(folder, 'bin', program)
  if (await isThere(file)) return file
  const python = await providePython(report)
  const partial = `${folder}.${process.pid}`
  await mkdir(dirname(folder), { recursive: true })
  const args = ['-m', 'pip', 'install', '--quiet', '--no-input', '--no-deps', '--target', partial, pin]
  const { code, stderr } = await runProgram(python, args, { timeoutMs: 300_000 })
  if (code !== 0) {
    await rm(partial, { recursive: true, force: true })
    const reason = stderr.trim().split('\n').at(-1) ?? ''
    throw new StackError(`${program} could not be installed (${reason}): check pip and the network.`)
  }
  // Somebody else who was first has installed the same.
  await rename(partial, folder).catch(() => rm(partial, { recursive: true, force: true }))
  return file
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
