import { access, copyFile, cp, mkdir, realpath, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { installDebianPackage } from '@kismet/real-servers/debian'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import type { LocalDir } from '@kismet/real-servers/local-dir'
import { ferretLookUps, provideMongo } from '@kismet/real-servers/mongodb'
import { provideNats } from '@kismet/real-servers/nats'
import { findOnPath, runProgram } from '@kismet/real-servers/program'
import { StackError } from '@kismet/real-servers/stack-error'
import { engineFolder } from './engine.ts'
import type { Engine } from './engine.ts'

const folder = join(repositoryRoot, 'deploy/docker/stand-ins')
const base = 'kismet/stand-in-base'
/** Debian's release whose nginx, PostgreSQL, Redis and Prometheus are those of the official images. */
const release = 'forky'
const mirror = 'http://deb.debian.org/debian'
const debootstrapMs = 900_000

/** The stand-in of each official image, by a name of Dockerfiles or compose without its version. */
const standIns: Readonly<Record<string, string>> = {
  node: 'node',
  nginx: 'nginx',
  postgres: 'postgres',
  redis: 'redis',
  nats: 'nats',
  mongo: 'mongodb',
  'maildev/maildev': 'mailbox',
  'prom/prometheus': 'prometheus',
  'prom/alertmanager': 'alertmanager',
}

/**
 * Has the official images there: pulled, or on an engine of our own that reaches no registry made here under the same names.
 * @returns whether any is a stand-in
 */
export async function provideOfficialImages(
  engine: Engine,
  images: readonly string[],
  local: LocalDir,
  report: (line: string) => void,
): Promise<boolean> {
  const missing: string[] = []
  for (const image of images) {
    if (await has(engine, image)) continue
    const pulled = await engine.docker('pull', '--quiet', image).then(
      () => true,
      () => false,
    )
    if (!pulled) missing.push(image)
  }
  if (missing.length > 0 && !engine.isOurs)
    throw new StackError(`These images cannot be pulled: ${missing.join(', ')}.`)
  if (missing.length > 0) await makeStandIns(engine, missing, local, report)
  return has(engine, base)
}

function has(engine: Engine, image: string): Promise<boolean> {
  return engine.docker('image', 'inspect', image).then(
    () => true,
    () => false,
  )
}

async function makeStandIns(
  engine: Engine,
  images: readonly string[],
  local: LocalDir,
  report: (line: string) => void,
): Promise<void> {
  if (!(await has(engine, base))) await importBase(engine, report)
  const context = join(engineFolder, 'context')
  await fillContext(context, local, report)
  for (const image of images) {
    const target = standIns[image.split(':', 1)[0] ?? '']
    if (target === undefined) throw new StackError(`${image} cannot be pulled, and has no stand-in.`)
    report(`making a stand-in of ${image}`)
    await engine.docker('build', '--quiet', '--network=host', `--target=${target}`, `--tag=${image}`, context)
  }
}

/** A Debian of its own, of the machine's source of packages. */
async function importBase(engine: Engine, report: (line: string) => void): Promise<void> {
  report(`making a base of Debian ${release}`)
  if ((await findOnPath('debootstrap')) === undefined) {
    const failure = await installDebianPackage('debootstrap')
    if (failure !== undefined) throw new StackError(`debootstrap could not be installed: ${failure}`)
  }
  const root = join(engineFolder, 'base')
  await rm(root, { recursive: true, force: true })
  // Releases that come are made as the one that never does.
  const args = ['--variant=minbase', release, root, mirror, 'sid']
  const made = await runProgram('debootstrap', args, { timeoutMs: debootstrapMs })
  if (made.code !== 0) throw new StackError(`debootstrap failed: ${made.stdout.trim().split('\n').at(-1) ?? ''}`)
  const archive = join(engineFolder, 'base.tar')
  const packed = await runProgram('tar', ['-C', root, '-cf', archive, '.'], { timeoutMs: debootstrapMs })
  if (packed.code !== 0) throw new StackError(packed.stderr.trim())
  await engine.docker('import', archive, base)
  await Promise.all([root, archive].map((path) => rm(path, { recursive: true })))
}

/** What the stand-ins are made of beside Debian's packages: the programs of the local stack. */
async function fillContext(context: string, local: LocalDir, report: (line: string) => void): Promise<void> {
  await rm(context, { recursive: true, force: true })
  await mkdir(context, { recursive: true })
  await cp(folder, context, { recursive: true })
  const npm = await findOnPath('npm')
  const mongo = await provideMongo(local, report)
  if (npm === undefined || mongo.kind !== 'ferretdb')
    throw new StackError('The stand-ins are made of npm and FerretDB.')
  await copyFile(await provideNats(local, report), join(context, 'nats-server'))
  await copyFile(mongo.file, join(context, 'ferretdb'))
  await copyFile(process.execPath, join(context, 'node'))
  await cp(dirname(dirname(await realpath(npm))), join(context, 'npm'), { recursive: true })
  await writeFile(join(context, 'ferret-look-ups.sql'), ferretLookUps('ferret'))
  // The certificate authorities of this machine, for npm in a build.
  const certificates = '/etc/ssl/certs/ca-certificates.crt'
  await access(certificates)
  await copyFile(certificates, join(context, 'ca-certificates.crt'))
}
