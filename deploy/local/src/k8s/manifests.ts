import { join } from 'node:path'
import { provideBuilt } from '@kismet/real-servers/go-program'
import type { GoProgram } from '@kismet/real-servers/go-program'
import type { LocalDir } from '@kismet/real-servers/local-dir'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { runProgram } from '@kismet/real-servers/program'
import { StackError } from '@kismet/real-servers/stack-error'
import { z } from 'zod'

export const manifestsFolder = join(repositoryRoot, 'deploy/k8s')
export const overlays = ['local', 'production', 'example', 'restored'] as const
export type Overlay = (typeof overlays)[number]

export const Labels = z.record(z.string(), z.string())

/** A resource of Kubernetes; what of it somebody needs is read by a schema of their own. */
export const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional(), labels: Labels.default({}) }),
})
export type Manifest = z.output<typeof Manifest>

/** A resource as people name it: `Deployment wallet`. */
export const titleOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`

const kustomize: GoProgram = {
  name: 'kismet-kustomize',
  module: 'kustomize',
  pins: 'sigs.k8s.io/kustomize/api',
  package: '.',
  title: 'Kustomize',
}

const Documents = z.record(z.string(), z.array(z.unknown()))

/** Kustomize, and a reader of YAML beside it. */
export class Kustomize {
  readonly #program: string

  private constructor(program: string) {
    this.#program = program
  }

  /** Builds the program where it is not there yet. @throws StackError */
  static async provide(local: LocalDir, report: (line: string) => void): Promise<Kustomize> {
    return new Kustomize(await provideBuilt(kustomize, local.bin, report))
  }

  /** All resources of each overlay. @throws StackError with what Kustomize says of a fault */
  async build(): Promise<Record<Overlay, Manifest[]>> {
    const folders = overlays.map((overlay) => join(manifestsFolder, 'overlays', overlay))
    const built = await this.#run('build', folders)
    const pairs = overlays.map((overlay, at) => [overlay, z.array(Manifest).parse(built[folders[at] ?? ''])] as const)
    return Object.fromEntries(pairs) as Record<Overlay, Manifest[]>
  }

  /** The documents of files of YAML, by their path. @throws StackError */
  read(files: readonly string[]): Promise<Record<string, unknown[]>> {
    return this.#run('read', files)
  }

  async #run(command: 'build' | 'read', paths: readonly string[]): Promise<Record<string, unknown[]>> {
    const { code, stdout, stderr } = await runProgram(this.#program, [command, ...paths], { timeoutMs: 60_000 })
    if (code !== 0) throw new StackError(stderr.trim())
    return Documents.parse(JSON.parse(stdout))
  }
}
