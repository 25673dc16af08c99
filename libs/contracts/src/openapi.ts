import { z } from 'zod'
import { deviceCookies } from './sessions.ts'
import { operations, streamRoutes } from './catalogue.ts'
import { errorCatalogue } from './errors.ts'
import type { ErrorCode } from './errors.ts'
import { serviceOf } from './operation.ts'
import type { Access, Route, StreamRoute } from './operation.ts'
import { refusalsOf } from './refusals.ts'

type Json = Record<string, unknown>

const success = { type: 'boolean', const: true }

/** A tuple of equal parts as a list of fixed length: several tools do not read `items: false` beside `prefixItems`. */
function listOfTuple(json: Json): void {
  const { prefixItems, items } = json
  if (!Array.isArray(prefixItems) || items !== false) return
  const [first, ...others] = prefixItems.map((part) => JSON.stringify(part))
  if (others.some((part) => part !== first)) throw new Error('A tuple of different parts has no form in OpenAPI')
  json.items = prefixItems[0] as Json
  delete json.prefixItems
}

const addedLater = 'A release may add values. A client reads a value that it does not know as "other".'

/** An enum that may get values, and a list whose items are read one by one (`primitives.ts`). */
function openToReaders({ _zod: { def } }: z.core.$ZodTypes, json: Json): void {
  if (def.type === 'catch' && def.innerType instanceof z.ZodEnum) json.description = addedLater
  if (def.type === 'pipe' && def.out instanceof z.ZodCatch) json.items = schemaOf(def.out.unwrap() as z.ZodType).items
  if (def.type === 'catch') delete json.default
}

function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      listOfTuple(jsonSchema)
      openToReaders(zodSchema, jsonSchema)
    },
  }) as Json
  return json
}

/** The same of what a client sends: no text of it may hold U+0000. */
function inputSchemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'string' && jsonSchema.enum === undefined && jsonSchema.format === undefined)
        jsonSchema.pattern ??= '^[^\\u0000]*$'
    },
  }) as Json
  return json
}

function pathParameters(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
}

/** Fields of an input that are not in the path: a query for GET, a JSON body for the others. */
function inputParts(route: Route, input: Json): Json {
  const inPath = pathParameters(route.path)
  const properties = (input.properties ?? {}) as Record<string, Json>
  const required = ((input.required ?? []) as string[]).filter((name) => !inPath.includes(name))
  const rest = Object.entries(properties).filter(([name]) => !inPath.includes(name))
  const parameters: Json[] = inPath.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
  }))
  if (route.idempotent === true) {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
    })
  }
  if (route.device !== undefined) {
    const schema = { type: 'string', pattern: '^[0-9a-f]{64}$' }
    parameters.push({ name: deviceCookies[route.device], in: 'cookie', required: false, schema })
  }
  if (route.method === 'GET') {
    parameters.push(...rest.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })))
    return { parameters }
  }
  const body = { type: 'object', properties: Object.fromEntries(rest), ...(required.length > 0 ? { required } : {}) }
  return {
    parameters,
    requestBody: { required: required.length > 0, content: { 'application/json': { schema: body } } },
  }
}

function security(access: Access): Json[] {
  if (access === 'anyone') return []
  return [access === 'player' ? { player: [] } : { admin: [] }]
}

function failures(codes: ReadonlySet<ErrorCode>): Record<string, Json> {
  const byStatus = Map.groupBy(codes, (code) => errorCatalogue[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: group.map((code) => `${code}: ${errorCatalogue[code].message}`).join('\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
}

/** The params of refusals, each with its code as the title. */
function* paramsSchemas(): Generator<Json> {
  for (const [title, entry] of Object.entries(errorCatalogue))
    if ('params' in entry) yield { title, ...schemaOf(entry.params) }
}

function answer(output: StreamRoute['output']): Json {
  if ('picture' in output)
    return {
      description: 'The picture',
      content: { [output.picture]: { schema: { type: 'string', format: 'binary' } } },
    }
  if ('file' in output) {
    const content = Object.values(output.file).map((type) => [type.split(';')[0], { schema: { type: 'string' } }])
    return { description: 'The file', content: Object.fromEntries(content) as Json }
  }
  const json = schemaOf(output)
  const properties = { success, ...((json.properties ?? {}) as Json) }
  const required = ['success', ...((json.required ?? []) as string[])]
  return { description: 'Done', content: { 'application/json': { schema: { ...json, properties, required } } } }
}

interface Entry {
  route: Route
  id: string
  tag: string
  parts: Json
  output: StreamRoute['output']
  errors: readonly ErrorCode[]
}

function entries(): Entry[] {
  const json = operations.flatMap(({ route, subject, input, output, errors }): Entry[] =>
    route === undefined
      ? []
      : [
          {
            route,
            id: subject,
            tag: serviceOf(subject),
            parts: inputParts(route, inputSchemaOf(input)),
            output,
            errors,
          },
        ],
  )
  const streams = streamRoutes.map(({ route, service, form, query, output, errors }): Entry => {
    const fields = form === undefined ? {} : inputSchemaOf(form.fields)
    const files = Object.fromEntries((form?.files ?? []).map((name) => [name, { type: 'string', format: 'binary' }]))
    const properties = { ...((fields.properties ?? {}) as Json), ...files }
    const required = (fields.required ?? []) as string[]
    const body = {
      required: true,
      content: { 'multipart/form-data': { schema: { type: 'object', properties, required } } },
    }
    const { parameters } = inputParts({ ...route, method: 'GET' }, query === undefined ? {} : inputSchemaOf(query))
    return {
      route,
      id: `${service}.${route.method} ${route.path}`,
      tag: service,
      parts: { parameters, ...(form ? { requestBody: body } : {}) },
      output,
      errors,
    }
  })
  return [...json, ...streams]
}

/** Where the gateway shows the document: a page, and below it the document itself. */
export const docsPath = '/api/docs'
export const openApiPath = '/api/docs/openapi.json'

/** The OpenAPI 3.1 document of the whole REST interface, made from the contracts. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const { route, id, tag, parts, output, errors } of entries()) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const item = (paths[path] ??= {})
    item[route.method.toLowerCase()] = {
      operationId: id,
      summary: route.summary,
      tags: [tag],
      security: security(route.access),
      ...parts,
      responses: {
        '200': answer(output),
        ...(route.acceptedWhen === undefined ? {} : { '202': answer(output) }),
        ...failures(refusalsOf({ route, errors })),
      },
    }
  }
  const bearer = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }
  const failure = {
    type: 'object',
    required: ['success', 'message', 'code'],
    properties: {
      success: { const: false },
      message: { type: 'string' },
      code: { enum: Object.keys(errorCatalogue) },
      params: { anyOf: [...paramsSchemas()], description: 'What the text speaks of, by code' },
    },
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kismet',
      version,
      description: 'Amounts are rupees, times ISO 8601 in UTC. Socket.IO events are in docs/reference/live-api.md.',
    },
    paths,
    components: { securitySchemes: { player: bearer, admin: bearer }, schemas: { Failure: failure } },
  }
}
