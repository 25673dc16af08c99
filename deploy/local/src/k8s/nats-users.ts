import { createHash } from 'node:crypto'
import { busUsers, natsPermissions } from '@kismet/contracts'
import { renderNatsUsers } from '@kismet/real-servers/nats-config'

/** The property of the secrets outside that is the password of a user of the bus, and of the servers of it among each other. */
const propertyOf = (user: string): string => `nats-${user}`
/** External Secrets knows the passwords by names without a dash. */
const nameOf = (user: string): string => user.replaceAll('-', '_')
const routes = 'routes'
const servers = 3

const indented = (text: string, spaces: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(spaces))

/** Who may connect to the bus and what each may say and hear, with a place for each password. Its first line names what it allows, so that one can wait until a server has it. */
function usersConfig(): string {
  const permissions = natsPermissions()
  const users = busUsers.map((user) => ({ name: user, password: `@${user}@`, permissions: permissions[user] }))
  const text = renderNatsUsers(users)
  // The template also writes the quotes, so that a password cannot end a string.
  const config = busUsers.reduce(
    (filled, user) => filled.replace(JSON.stringify(`@${user}@`), `{{ .${nameOf(user)} | toJson }}`),
    text,
  )
  return `# permissions ${createHash('sha256').update(text).digest('hex').slice(0, 16)}\n${config}`
}

/** How the servers of the bus authenticate each other. */
function routesConfig(): string {
  const urls = Array.from(
    { length: servers },
    (_, at) => `  "nats://${routes}:{{ .${routes} | urlquery }}@nats-${at}.nats-headless:6222"`,
  )
  return `authorization: { user: ${routes}, password: {{ .${routes} | toJson }}, timeout: 5 }\nroutes: [\n${urls.join('\n')}\n]\n`
}

/** The manifest of the Secret `nats-users`: the two files that the configuration of the NATS servers includes. It is applied before what needs it: by its label. */
export function natsUsersManifest(): string {
  const data = [...busUsers, routes].map(
    (user) => `- secretKey: ${nameOf(user)}\n  remoteRef: { key: kismet, property: ${propertyOf(user)} }\n`,
  )
  return `apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata:
  name: nats-users
  labels:
    app.kubernetes.io/component: bus
spec:
  data:
${indented(data.join(''), 4)}  target:
    template:
      data:
        users.conf: |
${indented(usersConfig(), 10)}        routes.conf: |
${indented(routesConfig(), 10)}`
}
