import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import { eventually } from '@kismet/test-env/eventually'
import { confinements, pathInProcess, repositoryRoot, runConfined } from '../src/pictures/confinement.ts'
import type { Confinement } from '../src/pictures/confinement.ts'
import { defaultRenderLimits, nodeFlags } from '../src/pictures/renderer.ts'

const plain: Confinement = { through: [], lacks: [] }
const node = pathInProcess(process.execPath)

/** The ids of the processes with this word in their command. */
function running(word: string): string[] {
  const all = readdirSync('/proc').filter((name) => Number(name) > 0)
  return all.filter((pid) => attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).includes(word))
}

function attempt(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

/** A program that prints what it can see and reach. It gets a port of this machine, the process id of its starter, and a file that only the starter may read. */
const spy = `
  const { readdirSync, readFileSync } = require('node:fs')
  const attempt = (work) => { try { return work() } catch (error) { return error.code } }
  const socket = require('node:net').connect(Number(process.argv[1]), '127.0.0.1')
  const tell = (reached) => {
    socket.destroy()
    const starter = Number(process.argv[2])
    const environ = attempt(() => readFileSync('/proc/' + starter + '/environ').length > 0)
    const signal = attempt(() => process.kill(starter, 0))
    const processes = readdirSync('/proc').filter((name) => Number(name) > 0).length
    const status = readFileSync('/proc/self/status', 'utf8')
    const noNewPrivs = status.includes('NoNewPrivs:\\t1')
    const file = attempt(() => readFileSync(process.argv[3], 'utf8'))
    const { uid, gid } = require('node:os').userInfo()
    console.log(JSON.stringify({ env: process.env, uid, gid, groups: process.getgroups(), reached, environ, file, signal, processes, noNewPrivs }))
  }
  socket.once('connect', () => tell(true)).once('error', () => tell(false))
`

/** Runs a command that sees this repository at /srv/clone, below a folder of mode 700. The mounts end with the command. */
function inClosedClone(...command: string[]) {
  const script = `mount -t tmpfs -o mode=700 closed /srv && mkdir /srv/clone && mount --bind . /srv/clone && exec "$@"`
  const args = ['--mount', 'sh', '-c', script, 'sh', ...command]
  return spawnSync('unshare', args, { cwd: repositoryRoot, encoding: 'utf8' })
}

describe('the confinement of that process', () => {
  // Some confinements need a program or a right that this machine lacks.
  const isPossible = ({ through }: Confinement) =>
    spawnSync('/bin/sh', ['-c', 'exec "$@"', 'sh', ...through, 'true']).status === 0
  const possible = [...confinements(), ...confinements(false)].filter(isPossible)

  async function seenThrough(confinement: Confinement) {
    process.env.DATABASE_URL = 'postgresql://secret'
    const folder = mkdtempSync(join(tmpdir(), 'kismet-files-'))
    const file = join(folder, 'database-url')
    writeFileSync(file, 'postgresql://secret', { mode: 0o600 })
    const listener = createServer().listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address() as AddressInfo
    const child = runConfined(confinement, defaultRenderLimits, [
      node,
      '-e',
      spy,
      String(port),
      String(process.pid),
      file,
    ])
    const seen = child.stdout === null ? undefined : await json(child.stdout)
    listener.close()
    rmSync(folder, { recursive: true })
    delete process.env.DATABASE_URL
    return seen as Record<string, unknown>
  }

  it('sees nothing of the environment, in whatever way it is started', async () => {
    for (const confinement of possible) {
      const { env } = await seenThrough(confinement)
      expect(JSON.stringify(env)).not.toMatch(/DATABASE_URL|SEED|TOKEN|secret/)
      expect(env).toMatchObject({ UV_THREADPOOL_SIZE: '1' })
    }
  })

  it('reaches no port of the machine, unless it says that it lacks that', async () => {
    for (const confinement of possible)
      expect(await seenThrough(confinement)).toMatchObject({ reached: confinement.lacks.includes('no network') })
  })

  it('gets no more rights and cannot read what its starter was told, where it has a network of its own', async () => {
    for (const confinement of possible.filter(({ through }) => through.length > 0))
      expect(await seenThrough(confinement)).toMatchObject({ noNewPrivs: true })
    for (const confinement of possible.filter(({ lacks }) => !lacks.includes('own processes')))
      expect(await seenThrough(confinement)).toMatchObject({ environ: 'ENOENT' })
  })

  it('reads no file that its starter alone may read, unless it says that it lacks that', async () => {
    for (const confinement of possible) {
      const file = confinement.lacks.includes('own files') ? 'postgresql://secret' : 'EACCES'
      expect(await seenThrough(confinement)).toMatchObject({ file })
    }
  })

  it('reads nothing from JavaScript but code, in whatever way it is started', async () => {
    const read = (file: string) => `
      try { require('node:fs').readFileSync('${file}'); console.log('read') } catch (error) { console.log(error.code) }`
    const said = (file: string) => {
      const child = runConfined(plain, defaultRenderLimits, [node, ...nodeFlags, '-e', read(file)])
      return child.stdout === null ? undefined : text(child.stdout)
    }
    expect(await said('/proc/self/cwd/services/payments/src/pictures/render.ts')).toBe('read\n')
    for (const file of ['.env.example', 'services/wallet/src/main.ts', '/etc/passwd'])
      for (const name of [file, resolve('/proc/self/cwd', file), resolve(repositoryRoot, file)])
        expect(await said(name)).toBe('ERR_ACCESS_DENIED\n')
  })

  it('sees no process but itself, and can signal none, unless it says that it lacks that', async () => {
    for (const confinement of possible.filter(({ lacks }) => !lacks.includes('own processes')))
      expect(await seenThrough(confinement)).toMatchObject({ processes: 1, signal: 'ESRCH' })
  })

  it('ends with the command that it is started through, in whatever way it is started', async () => {
    for (const [index, confinement] of possible.entries()) {
      const mark = `kismet-test-${process.pid}-${index}`
      const idle = 'console.log(1); setInterval(() => undefined, 1000)'
      const child = runConfined(confinement, defaultRenderLimits, [node, '-e', idle, mark])
      await once(child.stdout ?? child, 'data')
      expect(running(mark)).not.toEqual([])
      child.kill('SIGKILL')
      await eventually('it has ended', () => running(mark).length === 0)
    }
  })

  it('is started by root as somebody else, with no group of root, unless it says that it lacks that', async () => {
    const ofRoot = process.getuid?.() === 0 ? confinements().filter(isPossible) : []
    for (const confinement of ofRoot.filter(({ lacks }) => !lacks.includes('own user')))
      expect(await seenThrough(confinement)).toMatchObject({ uid: 65_534, gid: 65_534, groups: [65_534] })
  })

  it('lacks no more in a clone below a folder that only root can enter', () => {
    if (inClosedClone('true').status !== 0) return
    const program = `
      import { findRenderer } from '/srv/clone/services/payments/src/pictures/renderer.ts'
      console.log(JSON.stringify(await findRenderer()))`
    const { stdout } = inClosedClone('/srv/clone/node_modules/node/bin/node', '--input-type=module', '-e', program)
    expect(JSON.parse(stdout)).toMatchObject({ lacks: possible[0]?.lacks })
  })
})
