import { serviceNames, type ServiceName } from '@kismet/contracts'
import { StackError } from '@kismet/real-servers/stack-error'
import { localDirAt, type LocalDir } from '@kismet/real-servers/local-dir'

type Env = Readonly<Record<string, string | undefined>>

/** The addresses that people type; a taken one is refused, never replaced. */
export interface PublicPorts {
  readonly web: number
  readonly admin: number
  readonly gateway: number
  readonly mail: number
  readonly smtp: number
}

/** External servers. The stack starts no own server where a URL is set. */
export interface ExternalServers {
  readonly postgresUrl: string | undefined
  readonly natsUrl: string | undefined
  readonly redisUrl: string | undefined
  readonly mongodbUrl: string | undefined
  readonly smtpUrl: string | undefined
}

/** What the person who runs `make up` asked for. */
export interface Settings {
  readonly local: LocalDir
  readonly ports: PublicPorts
  readonly external: ExternalServers
  readonly casinoMode: 'play' | 'real'
  readonly rateLimitFactor: number
  /** Processes of each service: REPLICAS_<NAME>. */
  readonly replicas: Readonly<Record<ServiceName, number>>
  /** The service that restarts when its code changes and listens for a debugger: WATCH. */
  readonly watched: ServiceName | undefined
  readonly adminUsername: string | undefined
  readonly adminPassword: string | undefined
  /** Where each service leaves a CPU profile of its life when it ends; benchmarks set it. */
  readonly profileFolder?: string
}

const variableOf: Record<keyof PublicPorts, string> = {
  web: 'WEB_PORT',
  admin: 'ADMIN_PORT',
  gateway: 'GATEWAY_PORT',
  mail: 'MAIL_PORT',
  smtp: 'SMTP_PORT',
}

/** The variable that moves a public address. */
export function variableOfPort(name: keyof PublicPorts): string {
  return variableOf[name]
}

/**
 * Reads the variables of `make up`; an empty one counts as not set.
 * @throws StackError that names every variable that is wrong.
 */
export function readSettings(env: Env): Settings {
  const faults: string[] = []
  const text = (name: string): string | undefined => (env[name] === '' ? undefined : env[name])
  const number = (name: string, otherwise: number, accepts: (value: number) => boolean, range: string): number => {
    const given = text(name)
    if (given === undefined) return otherwise
    const value = /^\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN
    if (!accepts(value)) faults.push(`${name} must be ${range}, not '${given}'`)
    return value
  }
  const url = (name: string, protocols: readonly string[]): string | undefined => {
    const given = text(name)
    if (given === undefined) return undefined
    // What names several hosts is no URL to the parser.
    if (!protocols.includes(/^[a-z+]+:(?=\/\/[^/?]+)/.exec(given)?.[0] ?? ''))
      faults.push(`${name} must be a ${protocols.join(' or ')} URL`)
    return given
  }
  const port = (name: keyof PublicPorts, otherwise: number): number =>
    number(
      variableOf[name],
      otherwise,
      (value) => Number.isInteger(value) && value >= 1 && value <= 65_535,
      'a port from 1 to 65535',
    )

  const replicas = (name: ServiceName): number =>
    number(
      `REPLICAS_${name.toUpperCase().replaceAll('-', '_')}`,
      1,
      (value) => Number.isInteger(value) && value >= 1 && value <= 8,
      'a whole number from 1 to 8',
    )

  const settings = {
    local: localDirAt(text('LOCAL_DIR')),
    ports: {
      web: port('web', 3000),
      admin: port('admin', 3001),
      gateway: port('gateway', 8080),
      mail: port('mail', 1080),
      smtp: port('smtp', 1025),
    },
    external: {
      postgresUrl: url('POSTGRES_URL', ['postgres:', 'postgresql:']),
      natsUrl: url('NATS_URL', ['nats:', 'tls:']),
      redisUrl: url('REDIS_URL', ['redis:', 'rediss:']),
      mongodbUrl: url('MONGODB_URL', ['mongodb:', 'mongodb+srv:']),
      smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    },
    casinoMode: text('CASINO_MODE') === 'real' ? ('real' as const) : ('play' as const),
    rateLimitFactor: number(
      'RATE_LIMIT_FACTOR',
      1,
      (value) => value > 0 && value <= 100_000,
      'a number above 0, up to 100000',
    ),
    replicas: Object.fromEntries(serviceNames.map((name) => [name, replicas(name)])) as Record<ServiceName, number>,
    watched: serviceNames.find((name) => name === text('WATCH')),
    adminUsername: text('ADMIN_USERNAME'),
    adminPassword: text('ADMIN_PASSWORD'),
  }
  const watch = text('WATCH')
  if (watch !== undefined && settings.watched === undefined)
    faults.push(`WATCH must be one of ${serviceNames.join(', ')}, not '${watch}'`)
  faults.push(...faultsOfMode(text, settings.rateLimitFactor))
  const passwordLength = settings.adminPassword?.length ?? 8
  if (passwordLength < 8 || passwordLength > 128) faults.push('ADMIN_PASSWORD must have 8 to 128 characters')
  faults.push(...sharedPorts(settings.ports))
  if (faults.length > 0) throw new StackError(`${faults.join('; ')}.`)
  return settings
}

/** What is wrong with the mode of play: real money allows no setting that is for tests, and names who runs it. */
function faultsOfMode(text: (name: string) => string | undefined, rateLimitFactor: number): string[] {
  const mode = text('CASINO_MODE')
  if (mode === undefined || mode === 'play') return []
  if (mode !== 'real') return [`CASINO_MODE must be play or real, not '${mode}'`]
  const unnamed = ['OPERATOR_NAME', 'OPERATOR_LICENCE'].filter((name) => text(name) === undefined)
  return [
    ...(rateLimitFactor === 1 ? [] : ['RATE_LIMIT_FACTOR is for tests and is refused when CASINO_MODE=real']),
    ...unnamed.map((name) => `CASINO_MODE=real needs ${name}`),
  ]
}

function sharedPorts(ports: PublicPorts): string[] {
  const names = Object.keys(variableOf) as (keyof PublicPorts)[]
  return names.flatMap((name, index) => {
    const same = names.slice(0, index).find((other) => ports[other] === ports[name])
    return same === undefined ? [] : [`${variableOf[same]} and ${variableOf[name]} are both ${ports[name]}`]
  })
}
