import { stopStack } from '../orphans.ts'
import { readSettings } from '../settings.ts'
import { sentenceFor } from '@kismet/real-servers/stack-error'

try {
  const { local } = readSettings(process.env)
  if (await stopStack(local)) console.log(`Kismet is stopped; its data is kept in ${local.root}.`)
  else console.log('Kismet does not run.')
} catch (error) {
  console.error(sentenceFor(error))
  process.exit(1)
}
