import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { completeLock, missingOptionals } from './package-lock.ts'

const packages = {
  '': { name: 'root' },
  'node_modules/tool': {
    version: '2.0.0',
    dev: true,
    license: 'MIT',
    optionalDependencies: {
      '@tool/linux-x64-gnu': '2.0.0',
      '@tool/darwin-arm64': '2.0.0',
      'tool-linux-arm-musleabihf': '2.0.0',
    },
  },
  'node_modules/@tool/linux-x64-gnu': { version: '2.0.0', optional: true },
}
const lock = JSON.stringify({ name: 'root', lockfileVersion: 3, packages })

describe('completeLock', () => {
  it('adds what npm left out, for the machine that its name says', () => {
    const completed: unknown = JSON.parse(completeLock(lock))
    expect(completed).toMatchObject({
      lockfileVersion: 3,
      packages: {
        ...packages,
        'node_modules/@tool/darwin-arm64': {
          version: '2.0.0',
          os: ['darwin'],
          cpu: ['arm64'],
          dev: true,
          optional: true,
        },
        'node_modules/tool-linux-arm-musleabihf': { version: '2.0.0', os: ['linux'], cpu: ['arm'], libc: ['musl'] },
      },
    })
    expect(missingOptionals(JSON.stringify(completed))).toEqual([])
  })

  it('finds what is nested inside of the package that asks, and beside one further out', () => {
    const nested = {
      ...packages,
      'node_modules/tool/node_modules/@tool/darwin-arm64': { version: '2.0.0' },
      'node_modules/tool-linux-arm-musleabihf': { version: '2.0.0' },
    }
    expect(missingOptionals(JSON.stringify({ packages: nested }))).toEqual([])
  })

  it('refuses to guess', () => {
    const odd = { 'node_modules/tool': { optionalDependencies: { 'tool-addon': '1.0.0' } } }
    expect(() => completeLock(JSON.stringify({ packages: odd }))).toThrow('tool-addon is missing')
  })
})

describe('package-lock.json', () => {
  it('is complete, or a fresh clone could not be installed (node deploy/local/src/bin/complete-lock.ts completes it)', async () => {
    expect(missingOptionals(await readFile(join(repositoryRoot, 'package-lock.json'), 'utf8'))).toEqual([])
  })
})
