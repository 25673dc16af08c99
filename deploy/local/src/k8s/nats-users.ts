import { join } from 'node:path'
import { busUsers, natsPermissions } from '@kismet/contracts'
import { renderNatsUsers } from '@kismet/real-servers/nats-config'
import { manifestsFolder } from './manifests.ts'

/** Where the manifest below stands. */
export const natsUsersFile = join(manifestsFolder, 'base/secrets/nats-users.yaml')

/** The property of the secrets outside that is the password of a user of the bus. */
const propertyOf = (user: string): string => `nats-${user}`
/** External Secrets knows the passwords by names without a dash. */
const nameOf = (user: string): string => user.replaceAll('-', '_')

const indented = (text: string, spaces: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(spaces))

/** The manifest of the Secret `nats-users`: who may connect to the bus and what each may say and hear, of the contracts, with a place for each password. */
export function natsUsersManifest(): string {
  const permissions = natsPermissions()
  const users = busUsers.map((user) => ({ name: user, password: `@${user}@`, permissions: permissions[user] }))
  // A template of External Secrets stands for the quotes, too: whatever a password has in it, it ends none.
  const config = busUsers.reduce(
    (text, user) => text.replace(JSON.stringify(`@${user}@`), `{{ .${nameOf(user)} | toJson }}`),
    renderNatsUsers(users),
  )
  const data = busUsers.map(
    (user) => `- secretKey: ${nameOf(user)}\n  remoteRef: { key: kismet, property: ${propertyOf(user)} }\n`,
  )
  return `# Made of the contracts by \`make k8s-nats-users\`; a change is overwritten, and \`make check\` finds it.
apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata:
  name: nats-users
spec:
  data:
${indented(data.join(''), 4)}  target:
    template:
      data:
        users.conf: |
${indented(config, 10)}`
}
