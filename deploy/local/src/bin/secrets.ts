import { resolve } from 'node:path'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { sentenceFor } from '@kismet/real-servers/stack-error'
import { makeSecrets } from '../compose/secrets.ts'

// Makes the secrets of docker-compose.yml that are not there yet.
/** A variable that is set to nothing counts as not set. */
const given = (name: string) => (process.env[name] === '' ? undefined : process.env[name])
const folder = resolve(repositoryRoot, given('SECRETS_DIR') ?? 'secrets')
try {
  await makeSecrets(folder, given('SMTP_URL'))
  console.log(`The secrets are in ${folder}; the password of the first admin is in admin-password there.`)
} catch (error) {
  console.error(sentenceFor(error))
  process.exit(1)
}
