import { join } from 'node:path'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { runningSupervisor } from '../orphans.ts'
import { readServiceEnvironment } from '../service-environment.ts'
import { readSettings } from '../settings.ts'
import { sentenceFor, StackError } from '@kismet/real-servers/stack-error'
import { runToEnd } from './run-to-end.ts'

// Runs a command of a service with the configuration that the service has in the running stack:
// as-service.ts <service> <script> [arguments]
try {
  const [service, script, ...args] = process.argv.slice(2)
  if (service === undefined || script === undefined)
    throw new StackError('usage: as-service.ts <service> <script> [arguments]')
  const { local } = readSettings(process.env)
  if ((await runningSupervisor(local)) === undefined) throw new StackError('Kismet does not run: make up first.')
  const configuration = await readServiceEnvironment(local, service)
  process.chdir(repositoryRoot)
  const environment = { ...process.env, ...configuration }
  process.exit(await runToEnd(process.execPath, [join(repositoryRoot, script), ...args], environment))
} catch (error) {
  console.error(sentenceFor(error))
  process.exit(1)
}
