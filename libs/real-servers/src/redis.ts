import { StackError } from './stack-error.ts'
import { canInstallDebianPackages, installDebianPackage } from './debian.ts'
import { findOnPath, formatVersion, isAtLeast, versionOf, type Version } from './program.ts'

const oldestRedis: Version = [7, 0, 0]

/** The path of a Redis server of 7.0 or newer: the one on the PATH, else Debian's package when this is root. */
export async function provideRedis(report: (line: string) => void): Promise<string> {
  const found = await usableRedis()
  if (found.file !== undefined) return found.file
  const has = found.version === undefined ? 'is missing' : `is too old here (${formatVersion(found.version)})`
  if (!(await canInstallDebianPackages())) {
    throw new StackError(`Redis ${has}: install redis-server 7.0 or newer and run this again.`)
  }
  report('installing redis-server')
  const failure = await installDebianPackage('redis-server')
  const installed = await usableRedis()
  if (installed.file !== undefined) return installed.file
  throw new StackError(
    `Redis ${has} and apt-get could not install redis-server 7.0 or newer (${failure ?? 'the package is older'}): install it by hand and run this again.`,
  )
}

async function usableRedis(): Promise<{ file?: string; version?: Version }> {
  const file = await findOnPath('redis-server')
  const version = file === undefined ? undefined : await versionOf(file)
  if (file === undefined || version === undefined) return {}
  return isAtLeast(version, oldestRedis) ? { file, version } : { version }
}
