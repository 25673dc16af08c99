import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localDirAt, repositoryRoot } from '@kismet/real-servers/local-dir'
import { runProgram } from '@kismet/real-servers/program'
import { sentenceFor, StackError } from '@kismet/real-servers/stack-error'
import { appTable } from '../processes.ts'

const timeoutMs = 300_000
const local = localDirAt(process.env.LOCAL_DIR)
const folder = join(local.root, 'sbom')

async function run(file: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await runProgram(file, args, { cwd, timeoutMs })
  if (code !== 0) throw new StackError(`${file} ${args.join(' ')} failed: ${stderr.trim() || stdout.trim()}`)
  return stdout
}

async function list(name: string, cwd: string, args: readonly string[]): Promise<void> {
  const sbom = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--omit=dev']
  const file = join(folder, `${name}.cdx.json`)
  await writeFile(file, await run('npm', [...sbom, ...args], cwd))
  console.log(file)
}

/** Of the services: all that the image installs, by the very manifests from which it does. */
async function listServices(): Promise<void> {
  const manifests = await mkdtemp(join(tmpdir(), 'kismet-sbom-'))
  try {
    await run(process.execPath, ['deploy/docker/service-manifests.ts', manifests], repositoryRoot)
    await run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], manifests)
    await list('service', manifests, [])
  } finally {
    await rm(manifests, { recursive: true, force: true })
  }
}

// Writes the components of the images, without the system of the base image: packages of the services, and packages that
// an app may bundle.
try {
  await mkdir(folder, { recursive: true })
  await listServices()
  for (const { name } of appTable) await list(name, repositoryRoot, ['--workspace', name])
} catch (error) {
  console.error(sentenceFor(error))
  process.exit(1)
}
