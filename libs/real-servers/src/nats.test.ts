import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { repositoryRoot } from './local-dir.ts'
import { pinnedNatsVersion } from './nats.ts'
import { isAtLeast } from './program.ts'

describe('pinnedNatsVersion', () => {
  it('reads a line of a require block, and one that stands alone', () => {
    expect(pinnedNatsVersion('require (\n\tgithub.com/nats-io/nats-server/v2 v2.15.2 // indirect\n)')).toEqual([
      2, 15, 2,
    ])
    expect(pinnedNatsVersion('require github.com/nats-io/nats-server/v2 v2.11.0\n')).toEqual([2, 11, 0])
  })

  it('reads the module that is built', async () => {
    const goMod = await readFile(join(repositoryRoot, 'libs/real-servers/nats/go.mod'), 'utf8')
    expect(isAtLeast(pinnedNatsVersion(goMod), [2, 11, 0])).toBe(true)
  })

  it('refuses a module that pins nothing', () => {
    expect(() => pinnedNatsVersion('module x\n')).toThrow('does not pin')
  })
})
