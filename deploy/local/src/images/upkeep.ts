import { auditedServices } from '@kismet/contracts'
import type { Engine } from './engine.ts'
import type { Installation } from './installation.ts'

/** What docs/operations.md has operators do, by the same commands. */

const heads = '/var/lib/kismet/audit-heads'

/** New passwords of one service, of Redis and of the gateway's streams. */
export async function renewPasswords(installation: Installation): Promise<void> {
  await installation.makeSecrets(
    'renew',
    'wallet-database-url',
    'wallet-nats-url',
    'redis-password',
    'payments-stream-key',
  )
  await installation.run('setup')
  await installation.compose('kill', '--signal=HUP', 'nats')
  await installation.compose('restart', 'redis', 'wallet', 'payments', 'auth', 'gateway')
  await installation.healthy()
}

/** The upgrade to a release that is this one. */
export async function upgrade(installation: Installation, replicas: Readonly<Record<string, number>>): Promise<void> {
  await installation.makeSecrets()
  await installation.compose('kill', '--signal=HUP', 'nats')
  await installation.run('setup')
  await installation.up(replicas)
}

/** The database as its backup has it, where its volume is lost, with all that follows from it; nobody is let in meanwhile. */
export async function putBack(engine: Engine, installation: Installation): Promise<void> {
  await installation.compose('down', '--timeout=20')
  await engine.docker('volume', 'rm', 'kismet_postgres', 'kismet_redis')
  console.log((await installation.run('restore')).trim())
  const aside = `cd ${heads} && into=before-$(date +%s) && mkdir $into && find . -maxdepth 1 -type f -exec mv -t $into {} +`
  for (const service of auditedServices)
    await installation.compose('run', '--rm', '--no-deps', '--no-TTY', '--entrypoint=sh', service, '-c', aside)
  await installation.up({ web: 0, 'admin-web': 0 })
  await installation.exec('analytics', 'node', 'services/analytics/src/bin/rebuild.ts')
  await installation.up()
}
