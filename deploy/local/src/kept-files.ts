import { randomBytes } from 'node:crypto'
import { fchmodSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalDir } from '@kismet/real-servers/local-dir'

/** Writes a file that only its owner reads; a reader sees the old or the new content, never half of it. */
export async function writePrivately(path: string, content: string): Promise<void> {
  const partial = `${path}.${process.pid}`
  await writeFile(partial, content, { mode: 0o600 })
  await rename(partial, path)
}

/** Opens a log with mode 600, also an existing log with another mode. @returns its descriptor */
export function openLog(path: string, flags: 'a' | 'w'): number {
  const log = openSync(path, flags, 0o600)
  fchmodSync(log, 0o600)
  return log
}

async function readRecord(path: string): Promise<Record<string, unknown>> {
  const text = await readFile(path, 'utf8').catch(() => '{}')
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Random passwords of a stack by name, made at first need and kept in `LOCAL_DIR/secrets.json` (mode 600). */
export class Secrets {
  readonly #path: string
  readonly #values: Map<string, string>

  private constructor(path: string, values: Map<string, string>) {
    this.#path = path
    this.#values = values
  }

  static async open(local: LocalDir): Promise<Secrets> {
    const path = join(local.root, 'secrets.json')
    const entries = Object.entries(await readRecord(path))
    return new Secrets(
      path,
      new Map(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
    )
  }

  /**
   * The password of that name: 48 hex characters, the same until the state is reset. A new one is on the disk before anybody
   * has it, because data that it seals would otherwise be lost with this process.
   */
  get(name: string): string {
    const known = this.#values.get(name)
    if (known !== undefined) return known
    const made = randomBytes(24).toString('hex')
    this.#values.set(name, made)
    const partial = `${this.#path}.${process.pid}`
    writeFileSync(partial, `${JSON.stringify(Object.fromEntries(this.#values), null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    })
    renameSync(partial, this.#path)
    return made
  }
}

/** Ports by process name, remembered so that a restarted stack has the addresses it had. */
export class RememberedPorts {
  readonly #path: string
  readonly #values: Map<string, number>
  readonly #source: PortSource

  private constructor(path: string, values: Map<string, number>, source: PortSource) {
    this.#path = path
    this.#values = values
    this.#source = source
  }

  static async open(local: LocalDir, source: PortSource): Promise<RememberedPorts> {
    const path = join(local.root, 'ports.json')
    const entries = Object.entries(await readRecord(path))
    return new RememberedPorts(
      path,
      new Map(entries.flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : []))),
      source,
    )
  }

  /** The port of a process: its last one, else `preferred`, else any, each only when free and not in `taken`. */
  async choose(name: string, preferred: number | undefined, taken: ReadonlySet<number>): Promise<number> {
    for (const candidate of [this.#values.get(name), preferred]) {
      if (candidate === undefined || taken.has(candidate)) continue
      if (this.#belongsToAnother(name, candidate) || !(await this.#source.isPortFree(candidate))) continue
      this.#values.set(name, candidate)
      return candidate
    }
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const port = await this.#source.freePort()
      if (taken.has(port) || this.#belongsToAnother(name, port)) continue
      this.#values.set(name, port)
      return port
    }
    throw new Error('No free TCP port on 127.0.0.1')
  }

  async save(): Promise<void> {
    await writePrivately(this.#path, `${JSON.stringify(Object.fromEntries(this.#values), null, 2)}\n`)
  }

  #belongsToAnother(name: string, port: number): boolean {
    return [...this.#values].some(([other, used]) => other !== name && used === port)
  }
}

/** Where ports are looked up; tests say what is free. */
export interface PortSource {
  isPortFree(port: number): Promise<boolean>
  freePort(): Promise<number>
}

/** The login of the first admin as it was asked for or made up. */
export interface AdminLogin {
  readonly username: string
  readonly password: string
  /** Whether it was made just now, so that it is printed this once. */
  readonly isNew: boolean
}

/** The first admin's login: as set in the environment, else as kept in `LOCAL_DIR/admin-login.txt`, else made now and kept. */
export async function provideAdminLogin(
  local: LocalDir,
  username: string | undefined,
  password: string | undefined,
): Promise<AdminLogin> {
  const path = join(local.root, 'admin-login.txt')
  const kept = await readFile(path, 'utf8').catch(() => '')
  const keptUsername = /^username: (.+)$/m.exec(kept)?.[1]
  const keptPassword = /^password: (.+)$/m.exec(kept)?.[1]
  if (keptUsername !== undefined && keptPassword !== undefined) {
    return { username: username ?? keptUsername, password: password ?? keptPassword, isNew: false }
  }
  const login = { username: username ?? 'owner', password: password ?? randomBytes(12).toString('base64url') }
  await writePrivately(path, `username: ${login.username}\npassword: ${login.password}\n`)
  return { ...login, isNew: true }
}
