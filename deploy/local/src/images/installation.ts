import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, isPortFree } from '@kismet/real-servers/ports'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { sentenceFor, StackError } from '@kismet/real-servers/stack-error'
import { eventually } from '@kismet/test-env/eventually'
import { z } from 'zod'
import type { Engine } from './engine.ts'

const upMs = 300_000
/** Each look asks the engine of all containers, which the others want to work, too. */
const lookEveryMs = 2_000
const leadsWithinMs = 120_000
const State = z.object({
  Name: z.string(),
  RestartCount: z.number(),
  State: z.object({
    Pid: z.number(),
    StartedAt: z.string(),
    Running: z.boolean(),
    ExitCode: z.number(),
    Health: z.looseObject({ Status: z.string() }).optional(),
  }),
})
export type State = z.output<typeof State>

/** Whether it has ended as it should, or runs and is healthy. */
const isWell = ({ Name, State: { Running, ExitCode, Health } }: State) =>
  Name.includes('-setup-')
    ? Running || ExitCode === 0
    : Running && (Health === undefined || Health.Status === 'healthy')

/** The whole product as docker-compose.yml describes it, with secrets and ports of its own. */
export class Installation {
  readonly webUrl: string
  readonly adminUrl: string
  readonly mailPort: number
  readonly prometheusUrl: string
  readonly #engine: Engine
  readonly #secrets: string
  readonly #project: readonly string[]

  private constructor(engine: Engine, ports: Ports, secrets: string, project: readonly string[]) {
    const [web, admin, mail, prometheus] = ports
    this.webUrl = `http://localhost:${web}`
    this.adminUrl = `http://localhost:${admin}`
    this.mailPort = mail
    this.prometheusUrl = `http://127.0.0.1:${prometheus}`
    this.#engine = engine
    this.#secrets = secrets
    this.#project = project
  }

  /** Prepares an installation in a folder without starting it. */
  static async prepare(engine: Engine, folder: string, withStandIns: boolean): Promise<Installation> {
    const ports = await choosePorts()
    const [web, admin, mail, prometheus] = ports
    const secrets = join(folder, 'secrets')
    await rm(secrets, { recursive: true, force: true })
    await mkdir(secrets, { recursive: true, mode: 0o700 })
    const env = {
      SECRETS_DIR: secrets,
      WEB_PORT: web,
      ADMIN_PORT: admin,
      MAIL_PORT: mail,
      PROMETHEUS_PORT: prometheus,
      WEB_ORIGIN: `http://localhost:${web}`,
      ADMIN_ORIGIN: `http://localhost:${admin}`,
      // All players come from one machine.
      RATE_LIMIT_FACTOR: 1_000,
    }
    const envFile = join(folder, 'env')
    await writeFile(
      envFile,
      Object.entries(env)
        .map((pair) => `${pair.join('=')}\n`)
        .join(''),
    )
    const files = ['docker-compose.yml', ...(withStandIns ? ['deploy/docker/stand-ins/docker-compose.yml'] : [])]
    const named = files.flatMap((file) => ['--file', join(repositoryRoot, file)])
    const project = ['--env-file', envFile, ...named, '--profile', 'mailbox', '--profile', 'monitoring']
    const installation = new Installation(engine, ports, secrets, project)
    await installation.makeSecrets()
    if (withStandIns) await logInAsRoot(secrets)
    return installation
  }

  /** Makes the missing secrets. `renew` with names renews some. */
  async makeSecrets(...what: string[]): Promise<void> {
    await this.run('secrets', ...what)
  }

  /** Brings it up as operators do, with as many replicas as said, and waits until all of it is healthy. @throws StackError when Compose gives up */
  async up(replicas: Readonly<Record<string, number>> = {}): Promise<void> {
    const scale = Object.entries(replicas).map((pair) => `--scale=${pair.join('=')}`)
    try {
      await this.compose('up', '--detach', '--wait', '--no-build', '--pull=never', ...scale)
    } catch (error) {
      throw new StackError([sentenceFor(error), ...(await this.#unwell())].join('\n'))
    }
  }

  /** What containers that are not well say last, and their health checks: they are gone with the installation. */
  async #unwell(): Promise<string[]> {
    const unwell = (await this.containers()).filter((one) => !isWell(one))
    return Promise.all(
      unwell.map(async ({ Name, RestartCount, State: { Health, ExitCode } }) => {
        const log = await this.#engine.lastWords(Name.slice(1))
        const state = `started again ${RestartCount} times, ended with ${ExitCode}`
        return `${Name.slice(1)}, ${state}: ${JSON.stringify(Health)}\n${log}`
      }),
    )
  }

  /** Stops it and deletes its data. */
  async remove(): Promise<void> {
    await this.compose('down', '--volumes', '--remove-orphans', '--timeout=20')
  }

  async adminPassword(): Promise<string> {
    return (await readFile(join(this.#secrets, 'admin-password'), 'utf8')).trim()
  }

  /** The containers of a service, or of all. */
  async containers(service?: string): Promise<State[]> {
    const labels = ['project=kismet', ...(service === undefined ? [] : [`service=${service}`])]
    const filters = labels.map((label) => `--filter=label=com.docker.compose.${label}`)
    const ids = (await this.#engine.docker('ps', '--all', '--quiet', ...filters)).split('\n')
    const found = await this.#engine.docker('inspect', ...ids.filter((id) => id !== ''))
    return z.array(State).parse(JSON.parse(found))
  }

  /** Runs a program in the first container of a service, as it is configured there. */
  exec(service: string, ...command: string[]): Promise<string> {
    return this.compose('exec', '--no-TTY', service, ...command)
  }

  /** Runs a container of a service to its end, beside those that run. */
  run(service: string, ...args: string[]): Promise<string> {
    return this.compose('run', '--rm', '--no-deps', '--no-TTY', service, ...args)
  }

  /** Waits until everything that runs for good is healthy. */
  async healthy(): Promise<void> {
    const look = async () => (await this.containers()).every(isWell)
    await eventually('all containers are healthy', () => delay(lookEveryMs).then(look), upMs)
  }

  /** The container of the replica that leads a service. */
  async leaderOf(service: string): Promise<State> {
    const read = 'exec 3<>/dev/tcp/127.0.0.1/8080; printf "GET /metrics HTTP/1.0\\r\\n\\r\\n" >&3; cat <&3'
    return eventually(
      `a replica of ${service} leads`,
      async () => {
        await delay(lookEveryMs)
        for (const one of await this.containers(service)) {
          const metrics = await this.#engine.docker('exec', one.Name.slice(1), 'bash', '-c', read).catch(() => '')
          if (/^service_leads(\{[^}]*\})? 1$/m.test(metrics)) return one
        }
        return undefined
      },
      leadsWithinMs,
    )
  }

  /** Runs `docker compose` on it. @returns what it printed. @throws StackError with its last words */
  compose(...args: string[]): Promise<string> {
    return this.#engine.compose(...this.#project, ...args)
  }
}

type Ports = readonly [web: number, admin: number, mail: number, prometheus: number]

/** Ports below the range that the system assigns, so that no other program gets one before compose listens. */
async function choosePorts(): Promise<Ports> {
  const choose = async (port: number) => ((await isPortFree(port)) ? port : freePort())
  return [await choose(23_000), await choose(23_001), await choose(23_080), await choose(23_090)]
}

/** The stand-in of MongoDB knows one login. */
async function logInAsRoot(secrets: string): Promise<void> {
  const password = (await readFile(join(secrets, 'mongodb-password'), 'utf8')).trim()
  for (const service of ['support', 'analytics']) {
    const file = join(secrets, `${service}-mongodb-url`)
    await writeFile(file, `mongodb://root:${password}@mongodb:27017/?authMechanism=PLAIN\n`)
  }
}
