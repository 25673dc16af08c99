import type { BusPermissions } from '@kismet/contracts'

/** What the configuration of a NATS server needs to know. */
export interface NatsConfig {
  /** The address to listen on, by default 127.0.0.1. */
  readonly host?: string
  readonly port: number
  /** The port of the health page on 127.0.0.1. Without it there is no health page. */
  readonly monitorPort?: number
  /** A user for each who may connect. */
  readonly users: readonly NatsUser[]
}

export interface NatsUser {
  readonly name: string
  readonly password: string
  readonly permissions: BusPermissions
}

// NATS reads JSON strings too. JSON escapes quotes, so a string cannot end early.
const text = JSON.stringify

/** The time for a login, in s. The default of 2 s is too short for a process on a busy machine. */
const loginWithinS = 10

/** To NATS an empty list of what is allowed means everything. */
const rights = (subjects: readonly string[]): string =>
  subjects.length === 0 ? '{ deny: ">" }' : `{ allow: ${text(subjects)} }`

/**
 * The users of a NATS configuration. A service publishes and subscribes only to the subjects that the contracts give it. It may
 * also answer its calls: a frame carries up to 256 calls, and each call can get its own answer.
 */
export function renderNatsUsers(natsUsers: readonly NatsUser[]): string {
  const users = natsUsers.map(
    ({ name, password, permissions }) => `    {
      user: ${text(name)}
      password: ${text(password)}
      permissions: {
        publish: ${rights(permissions.publish)}
        subscribe: ${rights(permissions.subscribe)}
        allow_responses: { max: 256, expires: "1m" }
      }
    }`,
  )
  return `authorization: {
  timeout: ${loginWithinS}
  users: [
${users.join('\n')}
  ]
}
`
}

/** The text of the configuration file of a NATS server. A client that is gone without a word is given up after 6 s: until then it is dealt calls. */
export function renderNatsConfig({ host = '127.0.0.1', port, monitorPort, users }: NatsConfig): string {
  const monitor = monitorPort === undefined ? '' : `http: "127.0.0.1:${monitorPort}"\n`
  return `# Each start writes this file; a change is overwritten.
listen: "${host}:${port}"
${monitor}server_name: "kismet"
max_payload: 1MB
max_pending: 64MB
ping_interval: "2s"
ping_max: 2
${renderNatsUsers(users)}`
}
