import { join } from 'node:path'
import { findOnPath, runProgram } from '@kismet/real-servers/program'
import { StackError } from '@kismet/real-servers/stack-error'
import { z } from 'zod'
import { Manifest, manifestsFolder } from './manifests.ts'
import type { Kustomize } from './manifests.ts'

/** An operator's module of Go, which has the definitions of its resources. */
interface OperatorModule {
  readonly title: string
  readonly module: string
  readonly version: string
  /** Its checksum, as `go.sum` writes it. */
  readonly sum: string
  readonly folder: string
  /** Those of its resources that we use. */
  readonly files: readonly string[]
}

/** Operators whose definitions every machine with Go gets. */
export const operatorModules: readonly OperatorModule[] = [
  {
    title: 'External Secrets',
    module: 'github.com/external-secrets/external-secrets',
    version: 'v1.3.2',
    sum: 'h1:u2J8RjlHIeF0oZCqtl92adI/uZWUwOesJIDkfql6LqQ=',
    folder: 'config/crds/bases',
    files: ['external-secrets.io_externalsecrets.yaml', 'external-secrets.io_secretstores.yaml'],
  },
  {
    title: 'Prometheus Operator',
    module: 'github.com/prometheus-operator/prometheus-operator',
    version: 'v0.85.0',
    sum: 'h1:M5xLCLEoaW2IJfnuCwFzzpL+jSVQu3KGT84Pye+fW8s=',
    folder: 'example/prometheus-operator-crd',
    files: ['monitoring.coreos.com_podmonitors.yaml', 'monitoring.coreos.com_prometheusrules.yaml'],
  },
  {
    title: 'MongoDB Community Operator',
    module: 'github.com/mongodb/mongodb-kubernetes-operator',
    version: 'v0.13.0',
    sum: 'h1:tbR6z7f3DZmeQJgPsC+Xp193kdADMzcwFGqlTvO9gh0=',
    folder: 'config/crd/bases',
    files: ['mongodbcommunity.mongodb.com_mongodbcommunity.yaml'],
  },
  {
    title: 'Barman Cloud, the backups of CloudNativePG',
    module: 'github.com/cloudnative-pg/plugin-barman-cloud',
    version: 'v0.15.0',
    sum: 'h1:gNVytrzzYUE08wxLDrjfJqy1FPPSFkMe1OEr4s4pVI0=',
    folder: 'config/crd/bases',
    files: ['barmancloud.cnpg.io_objectstores.yaml'],
  },
]

const Downloaded = z.object({ Path: z.string(), Dir: z.string(), Sum: z.string() })

/** The folder of each module, downloaded into Go's own cache where it is not there yet. @throws StackError */
async function foldersOf(
  modules: readonly OperatorModule[],
  report: (line: string) => void,
): Promise<Map<string, string>> {
  const go = await findOnPath('go')
  if (go === undefined) throw new StackError('Go is missing: put Go 1.26 or newer on the PATH.')
  report('looking for the definitions of the operators')
  const wanted = modules.map(({ module, version }) => `${module}@${version}`)
  // Outside of every module: those that these depend on are not needed.
  const env = { ...process.env, GOFLAGS: '-mod=mod', GOWORK: 'off' }
  const { code, stdout, stderr } = await runProgram(go, ['mod', 'download', '-json', ...wanted], {
    cwd: '/',
    env,
    timeoutMs: 300_000,
  })
  if (code !== 0)
    throw new StackError(`The definitions of custom resources cannot be had: ${stderr.trim() || stdout.trim()}`)
  const found = stdout.split(/^(?=\{)/m).map((text) => Downloaded.parse(JSON.parse(text)))
  for (const { module, version, sum } of modules) {
    const got = found.find(({ Path }) => Path === module)?.Sum
    if (got !== sum)
      throw new StackError(`${module} ${version} is not what it was: its checksum is ${String(got)}, not ${sum}.`)
  }
  return new Map(found.map(({ Path, Dir }) => [Path, Dir]))
}

async function definitionsIn(files: readonly string[], kustomize: Kustomize): Promise<Manifest[]> {
  const documents = await kustomize.read(files)
  return Object.values(documents)
    .flat()
    .map((document) => Manifest.parse(document))
}

/** The definitions that come with the operators above. @throws StackError */
export async function operatorDefinitions(kustomize: Kustomize, report: (line: string) => void): Promise<Manifest[]> {
  const folders = await foldersOf(operatorModules, report)
  const files = operatorModules.flatMap(({ module, folder, files: names }) =>
    names.map((name) => join(folders.get(module) ?? '', folder, name)),
  )
  return definitionsIn(files, kustomize)
}

/** Those that we wrote down ourselves, of operators that are no module that every machine gets. */
export function ownDefinitions(kustomize: Kustomize): Promise<Manifest[]> {
  const names = ['cloudnative-pg.yaml', 'redis-operator.yaml']
  return definitionsIn(
    names.map((name) => join(manifestsFolder, 'definitions', name)),
    kustomize,
  )
}

/** Definitions, with those of a folder in place of the ones of the same name. */
export function withTheirOwn(
  definitions: readonly Manifest[],
  given: readonly unknown[],
): { readonly used: Manifest[]; readonly replaced: string[] } {
  const theirs = new Map(given.map((document) => Manifest.parse(document)).map((one) => [one.metadata.name, one]))
  const used = definitions.map((one) => theirs.get(one.metadata.name) ?? one)
  const replaced = definitions.filter(({ metadata }) => theirs.has(metadata.name)).map(({ metadata }) => metadata.name)
  return { used, replaced }
}
