// secrets.ts FOLDER makes the missing secrets of docker-compose.yml in a folder; secrets.ts FOLDER renew NAME... renews some.
// The image has this command, so it needs no clone.
import { makeSecrets } from '../compose/secrets.ts'

const [folder, verb, ...names] = process.argv.slice(2)
if (folder === undefined || (verb !== undefined && verb !== 'renew') || (verb === 'renew') !== names.length > 0) {
  console.error('usage: secrets.ts FOLDER [renew NAME...]')
  process.exit(2)
}
try {
  const { changed, mailServer } = await makeSecrets(folder, names)
  console.log(changed.length === 0 ? 'Every secret exists.' : `New: ${changed.join(', ')}.`)
  console.log(`Mails go to ${mailServer} (smtp-url). The password of the first admin is in admin-password.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
