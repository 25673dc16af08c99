import type { ServiceName } from '@kismet/contracts'
import { readEnv } from '@kismet/service-kit/env'
import type { Env, ReadFile } from '@kismet/service-kit/env'
import { members } from '@kismet/test-env/members'
import { z } from 'zod'

/** One variable that a service reads of its environment. */
export interface Variable {
  readonly name: string
  /** What it is for, in a sentence for an operator. */
  readonly meaning: string
  /** Whether it belongs in a file that `NAME_FILE` names. */
  readonly secret: boolean
  readonly required: boolean
  /** Whether it must be set in a container, though not elsewhere. */
  readonly inContainers: boolean
  /** The default, as a user would write it; empty without a default. */
  readonly fallback: string
}

/** The fallbacks of the schemas are texts, numbers and lists of texts. */
const Fallback = z.union([z.string(), z.number(), z.array(z.string())]).optional()

/** What every service reads, in the order of their start, from the schemas with which they start. */
export const configuration: ReadonlyMap<ServiceName, readonly Variable[]> = new Map(
  members.map(({ name, env }) => [
    name,
    Object.entries<z.ZodType>(env.shape).map(([key, schema]) => variable(key, schema)),
  ]),
)

function variable(name: string, schema: z.ZodType): Variable {
  const { description = '', secret = false, inContainers = false } = schema.meta() ?? {}
  const unset = schema.safeParse(undefined)
  const fallback = unset.success ? Fallback.parse(unset.data) : undefined
  const required = !unset.success
  return { name, meaning: description, secret, required, inContainers, fallback: String(fallback ?? '') }
}

/**
 * The faults of an environment for a container of a service: unknown names, missing variables and invalid values.
 * @param read stands for the files that `NAME_FILE` names
 */
export function faultsOf(service: ServiceName, env: Env, read: ReadFile): readonly string[] {
  const schema = schemaOf(service)
  return schema === undefined ? [`${service} is no service`] : faultsOfEnvironment(service, schema, env, read)
}

/** What a service reads of its environment. */
export function schemaOf(service: ServiceName): z.ZodObject | undefined {
  return members.find(({ name }) => name === service)?.env
}

/** The same for any program that reads its environment by a schema, such as a command. */
export function faultsOfEnvironment(reader: string, schema: z.ZodObject, env: Env, read: ReadFile): readonly string[] {
  const known = new Set(Object.keys(schema.shape).flatMap((name) => [name, `${name}_FILE`]))
  const faults = Object.keys(env)
    .filter((name) => !known.has(name))
    .map((name) => `${reader} does not read ${name}`)
  try {
    readEnv(schema, env, read)
  } catch (error) {
    faults.push(`${reader}: ${String(error)}`)
  }
  const missing = Object.entries<z.ZodType>(schema.shape).filter(
    ([name, variable]) => variable.meta()?.inContainers === true && !env[name],
  )
  return [...faults, ...missing.map(([name]) => `${reader} needs ${name} in a container`)]
}

/** Every variable once, with the services that read it in one and the same way. */
function shared(): readonly (Variable & { readonly services: readonly ServiceName[] })[] {
  const found = new Map<string, Variable & { services: ServiceName[] }>()
  for (const [service, variables] of configuration)
    for (const one of variables) {
      const key = JSON.stringify(one)
      const known = found.get(key) ?? { ...one, services: [] }
      found.set(key, known)
      known.services.push(service)
    }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
}

const everyService = (services: readonly ServiceName[]): string =>
  services.length === configuration.size ? 'all' : services.join(', ')

/** All variables as a table of Markdown. */
export function configurationTable(): string {
  const rows = shared().map(({ name, meaning, secret, required, inContainers, fallback, services }) => {
    const unset = inContainers ? 'required in containers' : fallback === '' ? '' : `\`${fallback}\``
    const shown = required ? 'required' : unset
    return `| \`${name}\` | ${everyService(services)} | ${shown} | ${secret ? 'yes' : ''} | ${meaning} |`
  })
  return ['| variable | read by | default | secret | meaning |', '| --- | --- | --- | --- | --- |', ...rows, ''].join(
    '\n',
  )
}

/** docs/reference/configuration.md: all variables, as they are. */
export function configurationPage(): string {
  const head = [
    '# Configuration',
    '',
    'This page is for operators: every variable of the services. `make generate` writes it from the',
    'schemas with which the services start.',
    '',
    'A service reads the variable `NAME`, or a file whose path is in `NAME_FILE`. Use files for secrets.',
    'Variables of compose are in `.env.example`. Variables of `make up` are in',
    '[development](../start/development.md).',
    '',
  ]
  return `${head.join('\n')}\n${configurationTable()}`
}
