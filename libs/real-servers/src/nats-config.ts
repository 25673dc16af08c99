import type { BusPermissions } from '@kismet/contracts'

/** What the configuration of a NATS server needs to know. */
export interface NatsConfig {
  /** The address at which it listens: 127.0.0.1 when nobody says. */
  readonly host?: string
  readonly port: number
  /** Where it says on 127.0.0.1 that it is healthy; nowhere when nobody says. */
  readonly monitorPort?: number
  /** A user for each who may connect. */
  readonly users: readonly NatsUser[]
}

export interface NatsUser {
  readonly name: string
  readonly password: string
  readonly permissions: BusPermissions
}

// NATS reads its own syntax and JSON alike, so strings are written as JSON: nothing in them can end the quotes.
const text = JSON.stringify

/** How long a client may take to say who it is, in s: NATS gives 2, which a process on a starved machine can pass. */
const loginWithinS = 10

/** To NATS an empty list of what is allowed means everything. */
const rights = (subjects: readonly string[]): string =>
  subjects.length === 0 ? '{ deny: ">" }' : `{ allow: ${text(subjects)} }`

/**
 * The part of a NATS configuration that says who may connect: a user a service that may publish and subscribe only to what the contracts give
 * it, and answer what it was asked (a frame carries up to 256 calls, and each may be answered by itself).
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
