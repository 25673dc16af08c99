import { join } from 'node:path'
import { auditedServices } from '@kismet/contracts'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { sentenceFor, StackError } from '@kismet/real-servers/stack-error'
import { runningSupervisor } from '../orphans.ts'
import { readServiceEnvironment } from '../service-environment.ts'
import { readSettings } from '../settings.ts'
import { runToEnd } from './run-to-end.ts'

// Checks the audit logs of the running stack: a line each, and the worst of their exit codes.
const script = join(repositoryRoot, 'libs/service-kit/src/bin/audit-verify.ts')
try {
  const { local } = readSettings(process.env)
  if ((await runningSupervisor(local)) === undefined) throw new StackError('Kismet does not run: make up first.')
  process.chdir(repositoryRoot)
  let worst = 0
  for (const service of auditedServices) {
    const configuration = await readServiceEnvironment(local, service)
    const code = await runToEnd(process.execPath, [script, service], { ...process.env, ...configuration })
    worst = Math.max(worst, code)
  }
  process.exit(worst)
} catch (error) {
  console.error(sentenceFor(error))
  process.exit(2)
}
