import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { access, cp, mkdir, open } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { installDebianPackage } from '@kismet/real-servers/debian'
import { findOnPath, runProgram } from '@kismet/real-servers/program'
import { StackError } from '@kismet/real-servers/stack-error'
import { eventually } from '@kismet/test-env/eventually'
import { z } from 'zod'

/** The data of our own engine and of the stand-ins. Outside of the clone, so that the next run finds the folder. */
export const engineFolder = '/var/tmp/kismet-images/engine'
const socket = `unix://${engineFolder}/docker.sock`
const composeVersion = 'v2.40.3'
const commandMs = 1_200_000

/** A Docker engine with Compose v2. */
export class Engine {
  /** Whether this program started the engine, so that all its images are ours. */
  readonly isOurs: boolean
  readonly #docker: string
  readonly #compose: readonly string[]
  readonly #env: NodeJS.ProcessEnv
  readonly #server: ChildProcess | undefined

  private constructor(docker: string, compose: readonly string[], host: string | undefined, server?: ChildProcess) {
    this.#docker = docker
    this.#compose = compose
    this.isOurs = host !== undefined
    this.#env = { ...process.env, DOCKER_BUILDKIT: '1', ...(host === undefined ? {} : { DOCKER_HOST: host }) }
    this.#server = server
  }

  /** The engine that `docker` reaches, else one that is installed (as root) and started. @throws StackError */
  static async provide(report: (line: string) => void): Promise<Engine> {
    if (await answers('docker', undefined)) return new Engine('docker', await provideCompose(report), undefined)
    const failure = (await findOnPath('dockerd')) === undefined ? await installDebianPackage('docker.io') : undefined
    if (failure !== undefined) throw new StackError(`There is no Docker engine, and it cannot be installed: ${failure}`)
    // Debian's own, which builds without another program beside it.
    const docker = '/usr/bin/docker'
    const server = (await answers(docker, socket)) ? undefined : await startServer(report)
    await eventually('the Docker engine answers', () => answers(docker, socket), 60_000)
    return new Engine(docker, await provideCompose(report), socket, server)
  }

  /** Runs `docker`. @returns what it printed. @throws StackError with its last words */
  docker(...args: string[]): Promise<string> {
    return run(this.#docker, args, this.#env)
  }

  /** What a container has said last, on both its streams; why that is not to be had, where it is not. */
  async lastWords(container: string): Promise<string> {
    const args = ['logs', '--tail=15', container]
    const { stdout, stderr } = await runProgram(this.#docker, args, { env: this.#env, timeoutMs: commandMs })
    return `${stdout}${stderr}`
  }

  /** Runs `docker compose`. */
  compose(...args: string[]): Promise<string> {
    const [file = '', ...first] = this.#compose
    return run(file, [...first, ...args], this.#env)
  }

  /** Stops the engine when it was started here. */
  async stop(): Promise<void> {
    if (this.#server === undefined || this.#server.exitCode !== null) return
    const ended = once(this.#server, 'exit')
    this.#server.kill('SIGTERM')
    await ended
  }
}

async function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd?: string): Promise<string> {
  const options = cwd === undefined ? { env, timeoutMs: commandMs } : { env, cwd, timeoutMs: commandMs }
  const { code, stdout, stderr } = await runProgram(file, args, options)
  if (code === 0) return stdout
  const words = `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n  ')
  throw new StackError(`${file} ${args.join(' ')} failed:\n  ${words}`)
}

async function answers(docker: string, host: string | undefined): Promise<boolean> {
  if ((await findOnPath(docker, docker.startsWith('/') ? '/' : undefined)) === undefined) return false
  const env = { ...process.env, ...(host === undefined ? {} : { DOCKER_HOST: host }) }
  const { code } = await runProgram(docker, ['version', '--format', '{{.Server.Version}}'], { env, timeoutMs: 20_000 })
  return code === 0
}

async function startServer(report: (line: string) => void): Promise<ChildProcess> {
  report('starting a Docker engine')
  await mkdir(engineFolder, { recursive: true, mode: 0o700 })
  const log = await open(join(engineFolder, 'dockerd.log'), 'w', 0o600)
  const folders = [`--data-root=${engineFolder}/data`, `--exec-root=${engineFolder}/run`]
  const args = [...folders, `--pidfile=${engineFolder}/docker.pid`, '--host', socket]
  const server = spawn('dockerd', args, { stdio: ['ignore', log.fd, log.fd] })
  await log.close()
  return server
}

const Downloaded = z.object({ Dir: z.string() })

/** Compose v2: the plugin of `docker`, else built by Go once for all clones of this machine. */
async function provideCompose(report: (line: string) => void): Promise<readonly string[]> {
  const plugin = await runProgram('docker', ['compose', 'version'], { timeoutMs: 20_000 }).catch(() => undefined)
  if (plugin?.code === 0) return ['docker', 'compose']
  const folder = join(
    process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    'kismet',
    `docker-compose-${composeVersion}`,
  )
  const file = join(folder, 'docker-compose')
  if (
    await access(file).then(
      () => true,
      () => false,
    )
  )
    return [file]
  report(`building Docker Compose ${composeVersion} (some minutes)`)
  const module = `github.com/docker/compose/v2@${composeVersion}`
  const downloaded = await run('go', ['mod', 'download', '-json', module], process.env)
  // It is built in a folder of its own: `go install` refuses what its go.mod leaves out.
  const sources = join(folder, 'sources')
  await cp(Downloaded.parse(JSON.parse(downloaded)).Dir, sources, { recursive: true })
  await run('chmod', ['-R', 'u+w', sources], process.env)
  await run('go', ['build', '-trimpath', '-o', file, './cmd'], { ...process.env, CGO_ENABLED: '0' }, sources)
  return [file]
}
