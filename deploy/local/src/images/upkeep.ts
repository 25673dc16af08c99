import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { auditedServices } from '@kismet/contracts'
import { runProgram } from '@kismet/real-servers/program'
import type { Engine } from './engine.ts'
import type { Installation } from './installation.ts'

/** Runs the commands of docs/operating. */

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

/** The database as its backup has it, where its volume is lost. */
export async function putBack(engine: Engine, installation: Installation): Promise<void> {
  await installation.compose('down', '--timeout=20')
  await engine.docker('volume', 'rm', 'kismet_postgres', 'kismet_redis')
  await restore(installation)
}

/** The same on another machine, which has only the secrets and the shipped backups. @param folder for the shipped files */
export async function putBackElsewhere(engine: Engine, installation: Installation, folder: string): Promise<void> {
  const shipped = await ship(engine, installation, folder)
  await installation.remove()
  const take = 'cd /var/lib/postgresql && rm -rf current && tar -xf /shipped.tar'
  const given = ['--entrypoint=sh', `--volume=${shipped}:/shipped.tar:ro`]
  await installation.compose('run', '--rm', '--no-deps', '--no-TTY', ...given, 'backup', '-c', take)
  await restore(installation)
}

/** What has left the machine, with everything that was done until now. @returns a tar of its folder `current` */
async function ship(engine: Engine, installation: Installation, folder: string): Promise<string> {
  const [current, shipped] = [join(folder, 'current'), join(folder, 'shipped.tar')]
  await rm(current, { recursive: true, force: true })
  const [backup] = await installation.containers('backup')
  await engine.docker('cp', `${backup?.Name.slice(1) ?? ''}:/var/lib/postgresql/current`, current)
  const { code, stderr } = await runProgram('tar', ['-C', folder, '-cf', shipped, 'current'])
  if (code !== 0) throw new Error(stderr)
  // It is read by the user of the container.
  await chmod(shipped, 0o644)
  return shipped
}

/** Restores the last backup, with the steps that follow from it. The casino is closed meanwhile. */
async function restore(installation: Installation): Promise<void> {
  console.log((await installation.run('restore')).trim())
  const aside = `cd ${heads} && into=before-$(date +%s) && mkdir $into && find . -maxdepth 1 -type f -exec mv -t $into {} +`
  for (const service of auditedServices)
    await installation.compose('run', '--rm', '--no-deps', '--no-TTY', '--entrypoint=sh', service, '-c', aside)
  await installation.up({ web: 0, 'admin-web': 0 })
  await installation.exec('analytics', 'node', 'services/analytics/src/bin/rebuild.ts')
  await installation.up()
}
