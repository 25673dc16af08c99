import { join } from 'node:path'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { findOnPath, runProgram } from '@kismet/real-servers/program'
import { StackError } from '@kismet/real-servers/stack-error'
import { z } from 'zod'

export const composeFile = join(repositoryRoot, 'docker-compose.yml')

const Named = z.record(z.string(), z.unknown()).default({})

/** What of a container's description is looked at. */
const Container = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).nullish(),
  entrypoint: z.array(z.string()).nullish(),
  environment: z.record(z.string(), z.coerce.string()).default({}),
  profiles: z.array(z.string()).default([]),
  secrets: z.array(z.object({ source: z.string(), target: z.string() })).default([]),
  stop_grace_period: z.string().optional(),
  volumes: z.array(z.looseObject({ source: z.string() })).default([]),
  networks: Named,
  read_only: z.boolean().default(false),
  cap_add: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  mem_limit: z.unknown(),
  cpus: z.unknown(),
  pids_limit: z.unknown(),
  logging: z.unknown(),
})
export type Container = z.output<typeof Container>

const Network = z.looseObject({
  internal: z.boolean().default(false),
  ipam: z.looseObject({ config: z.array(z.looseObject({ ip_range: z.string().optional() })).default([]) }).optional(),
})

const Model = z.object({
  services: z.record(z.string(), Container),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
  networks: z.record(z.string(), Network),
})
export type Model = z.output<typeof Model>

/**
 * The compose file as Compose itself reads it, with the defaults of its variables. Go builds the reader once and keeps it in its own cache.
 * @throws StackError in the words of Compose if the file is not valid
 */
export async function readModel(): Promise<Model> {
  if ((await findOnPath('go')) === undefined)
    throw new StackError('Go 1.26 or newer is missing: the compose file is checked by a program of its.')
  const module = join(repositoryRoot, 'libs/real-servers/compose')
  const args = ['tool', 'cmd', '-format', 'json', '-no-path-resolution', composeFile]
  // Without the environment of the caller, so that only the file is checked.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, GOFLAGS: '-mod=readonly' }
  const { code, stdout, stderr } = await runProgram('go', args, { cwd: module, env, timeoutMs: 600_000 })
  if (code !== 0) throw new StackError(`docker-compose.yml: ${stderr.trim()}`)
  return Model.parse(JSON.parse(stdout))
}
