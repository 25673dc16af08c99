import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { pinnedVersion } from './go-program.ts'
import { repositoryRoot } from './local-dir.ts'
import { ferretProgram } from './mongodb.ts'
import { natsProgram } from './nats.ts'
import { isAtLeast } from './program.ts'

describe('pinnedVersion', () => {
  const nats = natsProgram.pins

  it('reads a line of a require block, and one that stands alone', () => {
    const block = 'require (\n\tgithub.com/nats-io/nats-server/v2 v2.15.2 // indirect\n)'
    expect(pinnedVersion(block, nats)).toEqual([2, 15, 2])
    expect(pinnedVersion('require github.com/nats-io/nats-server/v2 v2.11.0\n', nats)).toEqual([2, 11, 0])
  })

  it('takes no dependency for another whose name it begins', () => {
    const both = 'require (\n\tgithub.com/FerretDB/FerretDB-tools v3.0.0\n\tgithub.com/FerretDB/FerretDB v1.24.2\n)'
    expect(pinnedVersion(both, ferretProgram.pins)).toEqual([1, 24, 2])
  })

  it.each([
    [natsProgram, [2, 11, 0]],
    [ferretProgram, [1, 24, 2]],
  ] as const)('reads the modules that are built: $name', async ({ module, pins }, oldest) => {
    const goMod = await readFile(join(repositoryRoot, 'libs/real-servers', module, 'go.mod'), 'utf8')
    expect(isAtLeast(pinnedVersion(goMod, pins), oldest)).toBe(true)
  })

  it('refuses a module that pins nothing', () => {
    expect(() => pinnedVersion('module x\n', nats)).toThrow('does not pin')
  })
})
