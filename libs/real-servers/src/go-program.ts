import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from './local-dir.ts'
import { findOnPath, formatVersion, isAtLeast, parseVersion, runProgram, versionOf, type Version } from './program.ts'
import { StackError } from './stack-error.ts'

/** A program that is taken from the PATH, or built by Go where there is none that is new enough. */
export interface GoProgram {
  /** Of the program on the PATH, and the oldest version that will do; undefined of one that is ours alone. */
  readonly onPath?: { readonly name: string; readonly oldest: Version }
  /** Of the program that is built, by which it is known in `LOCAL_DIR/bin`. */
  readonly name: string
  /** Folder of the Go module that pins it, below `libs/real-servers`. */
  readonly module: string
  /** The dependency that it is, and what of it or of the module is built. */
  readonly pins: string
  readonly package: string
  /** As people know it. */
  readonly title: string
}

/** The path of the program on the PATH, when it is new enough. */
export async function usableOnPath({ onPath }: GoProgram): Promise<string | undefined> {
  if (onPath === undefined) return undefined
  const file = await findOnPath(onPath.name)
  const version = file === undefined ? undefined : await versionOf(file)
  return version !== undefined && isAtLeast(version, onPath.oldest) ? file : undefined
}

/** The path of the pinned program, built into `bin` when it is not there yet (a minute or two with empty caches). @throws StackError */
export async function provideBuilt(program: GoProgram, bin: string, report: (line: string) => void): Promise<string> {
  const module = join(repositoryRoot, 'libs/real-servers', program.module)
  const pinned = pinnedVersion(await readFile(join(module, 'go.mod'), 'utf8'), program.pins)
  const output = join(bin, program.name)
  const built = await versionOf(output)
  if (built !== undefined && formatVersion(built) === formatVersion(pinned)) return output

  const { onPath } = program
  const orOnPath =
    onPath === undefined ? '' : `${onPath.name} ${formatVersion(onPath.oldest)} or newer on the PATH, or `
  if ((await findOnPath('go')) === undefined) {
    throw new StackError(
      `${program.title} is missing: put ${orOnPath}Go 1.26 or newer there so that it can be built here.`,
    )
  }
  report(`building ${program.name} ${formatVersion(pinned)}`)
  const script = join(repositoryRoot, 'libs/real-servers/build-go.sh')
  const result = await runProgram('bash', [script, module, program.package, output], { timeoutMs: 900_000 })
  if (result.code !== 0) {
    const lastLines = result.stderr.trim().split('\n').slice(-3).join(' ')
    throw new StackError(
      `${program.name} could not be built (${lastLines}): put ${orOnPath}look at Go and the network.`,
    )
  }
  return output
}

/** The version of a dependency that the text of a go.mod pins. */
export function pinnedVersion(goMod: string, dependency: string): Version {
  const line = goMod
    .split('\n')
    .map((text) => text.trim().replace(/^require\s+/, ''))
    .find((text) => text.startsWith(`${dependency} v`))
  const version = line === undefined ? undefined : parseVersion(line.slice(dependency.length))
  if (version === undefined) throw new Error(`The go.mod does not pin ${dependency}`)
  return version
}
