import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { missingOptionals, withoutChecksum } from './package-lock.ts'

const integrity = 'sha512-AAAA'
const packages = {
  '': { name: 'root' },
  'libs/own': { name: 'own' },
  'node_modules/own': { link: true },
  'node_modules/tool': {
    version: '2.0.0',
    integrity,
    optionalDependencies: { '@tool/linux-x64-gnu': '2.0.0', '@tool/darwin-arm64': '^2.0.0' },
  },
  'node_modules/tool/node_modules/bundled': { version: '1.0.0', inBundle: true },
  'node_modules/@tool/linux-x64-gnu': { version: '2.0.0', integrity },
}
const lockOf = (more: Record<string, unknown> = {}) => JSON.stringify({ packages: { ...packages, ...more } })

describe('missingOptionals', () => {
  it('finds what npm left out', () => {
    const missing = { parent: 'node_modules/tool', name: '@tool/darwin-arm64', version: '2.0.0' }
    expect(missingOptionals(lockOf())).toEqual([missing])
  })

  it.each(['node_modules/@tool/darwin-arm64', 'node_modules/tool/node_modules/@tool/darwin-arm64'])(
    'finds nothing where there is %s',
    (path) => {
      expect(missingOptionals(lockOf({ [path]: { version: '2.0.0' } }))).toEqual([])
    },
  )
})

describe('withoutChecksum', () => {
  it('finds what the registry is believed, and nothing that does not come from it', () => {
    expect(withoutChecksum(lockOf())).toEqual([])
    const path = 'node_modules/@tool/darwin-arm64'
    expect(withoutChecksum(lockOf({ [path]: { version: '2.0.0' } }))).toEqual([path])
  })
})

/** What is wrong there is taken out, and `npm install --package-lock-only` puts it in again, once the registry has it. */
describe('package-lock.json', () => {
  const lockFile = () => readFile(join(repositoryRoot, 'package-lock.json'), 'utf8')

  it('is complete, or a fresh clone could not be installed', async () => {
    expect(missingOptionals(await lockFile())).toEqual([])
  })

  it('has a checksum of every package', async () => {
    expect(withoutChecksum(await lockFile())).toEqual([])
  })
})
