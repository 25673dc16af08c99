import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot, type LocalDir } from './local-dir.ts'
import { StackError } from './stack-error.ts'
import { findOnPath, formatVersion, isAtLeast, parseVersion, runProgram, versionOf, type Version } from './program.ts'

const oldestNats: Version = [2, 11, 0]
const moduleFolder = join(repositoryRoot, 'libs/real-servers/nats')

/**
 * The path of a NATS server: one of 2.11 or newer on the PATH, else the pinned one, built by Go into `LOCAL_DIR/bin`
 * (about a minute with empty caches).
 */
export async function provideNats(local: LocalDir, report: (line: string) => void): Promise<string> {
  const onPath = await findOnPath('nats-server')
  const pathVersion = onPath === undefined ? undefined : await versionOf(onPath)
  if (onPath !== undefined && pathVersion !== undefined && isAtLeast(pathVersion, oldestNats)) return onPath

  const output = join(local.bin, 'nats-server')
  const pinned = pinnedNatsVersion(await readFile(join(moduleFolder, 'go.mod'), 'utf8'))
  const built = await versionOf(output)
  if (built !== undefined && formatVersion(built) === formatVersion(pinned)) return output

  if ((await findOnPath('go')) === undefined) {
    throw new StackError(
      'NATS is missing: put nats-server 2.11 or newer on the PATH, or Go 1.26 or newer so that it can be built here.',
    )
  }
  report(`building nats-server ${formatVersion(pinned)}`)
  const result = await runProgram('bash', [join(moduleFolder, 'build.sh'), output], { timeoutMs: 900_000 })
  if (result.code !== 0) {
    const lastLines = result.stderr.trim().split('\n').slice(-3).join(' ')
    throw new StackError(
      `nats-server could not be built (${lastLines}): check Go and the network, or put nats-server 2.11 or newer on the PATH.`,
    )
  }
  return output
}

/** The version of the NATS server that the text of a go.mod pins. */
export function pinnedNatsVersion(goMod: string): Version {
  const line = /^\s*(?:require\s+)?github\.com\/nats-io\/nats-server\/v2\s+(v\S+)/m.exec(goMod)
  const version = line?.[1] === undefined ? undefined : parseVersion(line[1])
  if (version === undefined)
    throw new Error('libs/real-servers/nats/go.mod does not pin github.com/nats-io/nats-server/v2')
  return version
}
