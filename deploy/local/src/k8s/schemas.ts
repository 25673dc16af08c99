import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { runProgram } from '@kismet/real-servers/program'
import { StackError } from '@kismet/real-servers/stack-error'
import { providePython } from '@kismet/real-servers/test-programs'
import { z } from 'zod'
import { manifestsFolder, titleOf } from './manifests.ts'
import type { Manifest } from './manifests.ts'

/** The release of Kubernetes whose schemas the manifests are held against. */
export const kubernetesVersion = '1.35'
const requirements = ['kubernetes-validate==1.35.0', 'jsonschema==4.23.0', 'PyYAML==6.0.2'] as const

/** What can be made again at any time, outside of the clone, so that a new one finds it. */
export const cacheFolder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'kismet')

/** A Python with kubernetes-validate, in an environment of its own that is kept outside of the clone. @throws StackError */
async function provideValidator(report: (line: string) => void): Promise<string> {
  const name = createHash('sha256').update(requirements.join()).digest('hex').slice(0, 12)
  const folder = join(cacheFolder, `kubernetes-validate-${name}`)
  const python = join(folder, 'bin/python')
  const isMade = join(folder, 'is-made')
  const isThere = await access(isMade).then(
    () => true,
    () => false,
  )
  if (isThere) return python
  report('installing kubernetes-validate')
  const steps: [string, string[]][] = [
    [await providePython(report), ['-m', 'venv', '--clear', folder]],
    [python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...requirements]],
    [python, ['-c', `open(${JSON.stringify(isMade)}, 'w').close()`]],
  ]
  for (const [file, args] of steps) {
    const { code, stderr } = await runProgram(file, args, { timeoutMs: 300_000 })
    if (code !== 0)
      throw new StackError(
        `kubernetes-validate could not be installed (${stderr.trim().split('\n').at(-1) ?? ''}): look at Python's venv and the network.`,
      )
  }
  return python
}

const Faults = z.array(z.object({ index: z.int(), fault: z.string() }))

/**
 * What of the resources is not as their schemas say, or is no field of them. Those of Kubernetes are known; of custom ones the definitions have to be given.
 * @throws StackError
 */
export async function schemaFaults(
  resources: readonly Manifest[],
  definitions: readonly Manifest[],
  report: (line: string) => void,
): Promise<string[]> {
  const python = await provideValidator(report)
  const validator = spawn(python, [join(manifestsFolder, 'validate.py')], { stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    validator.once('error', reject).once('close', resolve)
  })
  validator.stdin.end(JSON.stringify({ kubernetes: kubernetesVersion, resources, definitions }))
  const [said, complained, code] = await Promise.all([text(validator.stdout), text(validator.stderr), ended])
  if (code !== 0) throw new StackError(`The schemas could not be read: ${complained.trim().split('\n').at(-1) ?? ''}`)
  return Faults.parse(JSON.parse(said)).map(({ index, fault }) => {
    const resource = resources[index]
    return `${resource === undefined ? '' : titleOf(resource)}: ${fault}`
  })
}
