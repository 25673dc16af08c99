import { describe, expect, it } from '@jest/globals'
import { isAtLeast, parseVersion, runProgram, versionOf, type Version } from './program.ts'

describe('parseVersion', () => {
  it.each<[string, Version | undefined]>([
    ['postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)', [15, 18, 0]],
    ['postgres (PostgreSQL) 18.4', [18, 4, 0]],
    ['postgres (PostgreSQL) 19devel', [19, 0, 0]],
    ['nats-server: v2.15.2', [2, 15, 2]],
    ['nats-server: v2.12.0-RC.1', [2, 12, 0]],
    ['Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=ae4d7c971a948f0', [7, 0, 15]],
    ['go version go1.26.8 linux/amd64', [1, 26, 8]],
    ['no number here', undefined],
    ['', undefined],
  ])('reads %j', (text, version) => {
    expect(parseVersion(text)).toEqual(version)
  })
})

describe('isAtLeast', () => {
  it.each<[Version, Version, boolean]>([
    [[2, 11, 0], [2, 11, 0], true],
    [[2, 10, 29], [2, 11, 0], false],
    [[3, 0, 0], [2, 11, 5], true],
    [[2, 11, 4], [2, 11, 5], false],
    [[2, 9, 10], [2, 11, 0], false],
  ])('%j against %j: %s', (version, wanted, answer) => {
    expect(isAtLeast(version, wanted)).toBe(answer)
  })
})

describe('runProgram', () => {
  it('answers the exit code and both outputs', async () => {
    const result = await runProgram('sh', ['-c', 'echo out; echo err >&2; exit 3'])
    expect(result).toEqual({ code: 3, stdout: 'out\n', stderr: 'err\n' })
  })

  it('ends a program that takes too long', async () => {
    expect((await runProgram('sleep', ['60'], { timeoutMs: 50 })).code).toBeNull()
  })

  it('rejects a program that is not there, whose version is then unknown', async () => {
    await expect(runProgram('/nonexistent/program', [])).rejects.toThrow('ENOENT')
    expect(await versionOf('/nonexistent/program')).toBeUndefined()
  })
})
