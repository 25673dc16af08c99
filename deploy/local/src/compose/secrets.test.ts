import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { auditedServices } from '@kismet/contracts'
import { makeSecrets, renewableSecrets } from './secrets.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kismet-secrets-'))
})
afterEach(() => rm(folder, { recursive: true }))

const pathOf = (name: string) => join(folder, name)
const read = async (name: string) => (await readFile(pathOf(name), 'utf8')).trimEnd()
async function filesOf(): Promise<Map<string, string>> {
  const names = (await readdir(folder)).toSorted()
  return new Map(await Promise.all(names.map(async (name) => [name, await read(name)] as const)))
}
const passwordOf = async (name: string) => new URL(await read(name)).password

describe('the secrets of compose', () => {
  it('are in a folder that only its owner enters, with files that containers can read', async () => {
    await chmod(folder, 0o755)
    await writeFile(pathOf('smtp-url'), 'smtps://kismet:secret@mail.example.in:465\n', { mode: 0o600 })
    const { mailServer } = await makeSecrets(folder)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const name of await readdir(folder)) expect((await stat(pathOf(name))).mode & 0o777).toBe(0o644)
    expect(mailServer).toBe('mail.example.in:465')
  })

  it('stay as they are when they are made again, and what is missing is made', async () => {
    await makeSecrets(folder)
    const before = await filesOf()
    expect((await makeSecrets(folder)).changed).toEqual([])
    await rm(pathOf('wallet-audit-key'))
    expect((await makeSecrets(folder)).changed).toEqual(['wallet-audit-key'])
    const changed = [...(await filesOf())].filter(([name, content]) => before.get(name) !== content)
    expect(changed.map(([name]) => name)).toEqual(['wallet-audit-key'])
  })

  it('let each user of NATS in by the password of its own URL', async () => {
    await makeSecrets(folder)
    expect(await read('nats-conf')).toContain(
      `user: "wallet"\n      password: "${await passwordOf('wallet-nats-url')}"`,
    )
  })

  it('have another key for each audit log', async () => {
    await makeSecrets(folder)
    const keys = await Promise.all(auditedServices.map((service) => read(`${service}-audit-key`)))
    expect(new Set(keys).size).toBe(auditedServices.length)
  })

  it('are renewed on request in the same file, with the files that follow from them', async () => {
    await makeSecrets(folder)
    const [before, { ino }] = [await filesOf(), await stat(pathOf('nats-conf'))]
    const { changed } = await makeSecrets(folder, ['wallet-nats-url', 'redis-password'])
    expect(changed.toSorted()).toEqual(['nats-conf', 'redis-conf', 'redis-password', 'redis-url', 'wallet-nats-url'])
    expect((await stat(pathOf('nats-conf'))).ino).toBe(ino)
    expect(await passwordOf('redis-url')).toBe(await read('redis-password'))
    expect(await read('nats-conf')).toContain(await passwordOf('wallet-nats-url'))
    expect(await read('wallet-nats-url')).not.toBe(before.get('wallet-nats-url'))
  })

  it('replace a longer text completely', async () => {
    await makeSecrets(folder)
    const conf = await read('nats-conf')
    await writeFile(pathOf('nats-conf'), `${conf}\n${'# a longer text\n'.repeat(100)}`)
    await makeSecrets(folder)
    expect(await read('nats-conf')).toBe(conf)
  })

  it.each(['wallet-audit-key', 'auth-secret', 'postgres-password', '../other'])(
    'cannot be renewed if data is encrypted with them or the name is unknown: %s',
    async (name) => {
      await makeSecrets(folder)
      const before = await filesOf()
      await expect(makeSecrets(folder, ['wallet-nats-url', name])).rejects.toThrow(name)
      expect(await filesOf()).toEqual(before)
      expect(renewableSecrets).not.toContain(name)
    },
  )

  it('are not made beside a server of mails that is none, whose password is not shown', async () => {
    await writeFile(pathOf('smtp-url'), 'https://kismet:hidden@mail.example.in')
    await expect(makeSecrets(folder)).rejects.toThrow(/^smtp-url is no URL(?!.*hidden)/)
    expect(await readdir(folder)).toEqual(['smtp-url'])
  })
})
