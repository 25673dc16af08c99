import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { provideAdminLogin, RememberedPorts, Secrets, type PortSource } from './kept-files.ts'
import { localDirAt, type LocalDir } from '@kismet/real-servers/local-dir'

let local: LocalDir
beforeEach(async () => {
  local = localDirAt(await mkdtemp(join(tmpdir(), 'kismet-kept-')))
})
afterEach(async () => {
  await rm(local.root, { recursive: true, force: true })
})

async function modeOf(name: string): Promise<string> {
  return ((await stat(join(local.root, name))).mode & 0o777).toString(8)
}

describe('Secrets', () => {
  it('are random, kept, and closed to others', async () => {
    const first = await Secrets.open(local)
    expect(first.get('redis')).toMatch(/^[0-9a-f]{48}$/)
    expect(first.get('nats.auth')).not.toBe(first.get('redis'))
    expect((await Secrets.open(local)).get('redis')).toBe(first.get('redis'))
    expect(await modeOf('secrets.json')).toBe('600')
  })
})

describe('RememberedPorts', () => {
  const free = (...ports: number[]): PortSource => ({
    isPortFree: (port) => Promise.resolve(ports.includes(port)),
    freePort: () => Promise.resolve(ports.at(-1) ?? 0),
  })

  it.each<[string, number[], number[], number]>([
    ['the usual one when it is free', [5432, 40_000], [], 5432],
    ['any other when the usual one is in use', [40_000], [], 40_000],
    ['any other when the usual one is somebody’s address', [5432, 40_000], [5432], 40_000],
  ])('chooses %s', async (_name, freePorts, taken, chosen) => {
    const ports = await RememberedPorts.open(local, free(...freePorts))
    expect(await ports.choose('postgres', 5432, new Set(taken))).toBe(chosen)
  })

  it('gives a process the port that it had', async () => {
    const first = await RememberedPorts.open(local, free(40_000))
    await first.choose('auth', undefined, new Set())
    await first.save()
    const second = await RememberedPorts.open(local, free(40_000, 40_001))
    expect(await second.choose('auth', undefined, new Set())).toBe(40_000)
  })

  it('never gives one port to two processes', async () => {
    const ports = await RememberedPorts.open(local, free(5432))
    await ports.choose('postgres', 5432, new Set())
    await expect(ports.choose('nats', 5432, new Set())).rejects.toThrow('No free TCP port')
  })
})

describe('provideAdminLogin', () => {
  it('makes a password once and keeps it closed to others', async () => {
    const first = await provideAdminLogin(local, undefined, undefined)
    expect(first).toMatchObject({ username: 'owner', isNew: true })
    expect(first.password.length).toBeGreaterThanOrEqual(16)
    expect(await modeOf('admin-login.txt')).toBe('600')
    expect(await provideAdminLogin(local, undefined, undefined)).toEqual({ ...first, isNew: false })
  })

  it('takes what is asked for', async () => {
    await provideAdminLogin(local, 'asha', 'correct horse battery')
    expect(await readFile(join(local.root, 'admin-login.txt'), 'utf8')).toBe(
      'username: asha\npassword: correct horse battery\n',
    )
  })
})
