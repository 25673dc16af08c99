import type { OperationShape, Route, StreamRoute } from '@kismet/contracts'
import fc from 'fast-check'
import { z } from 'zod'

/** A request as anybody may write it: what JSON, addresses and headers can carry, whatever a contract says. */
export interface AnyRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
  /** Whether the token of the right caller goes with it. */
  readonly isKnown: boolean
}

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly format?: string
  readonly pattern?: string
  readonly examples?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

/** What breaks programs that trust their callers. */
const strange = fc.oneof(
  fc.constantFrom<unknown>('', ' ', '\u0000', 'a\u0000b', '\ud83d', '\udfb2x', '\u202e', '%00', '../..', "' OR 1=1 --"),
  fc.constantFrom<unknown>('999999999999999.01890000-0000-7000-8000-000000000001', 'pending.0.', '9'.repeat(30)),
  fc.constantFrom<unknown>(null, true, [], {}, -0, -1, 0.1, 1e21, 1.7e308, 5e-324, 2 ** 53, 2 ** 63, '1e3', 'NaN'),
  fc.constantFrom<unknown>('a'.repeat(300), 'é'.repeat(1_000), { $ne: null }, [[[[[]]]]], { toString: 1 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
)

function fittingText({ format, pattern, examples, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (examples !== undefined) return fc.constantFrom(...examples)
  if (format === 'email') return fc.emailAddress()
  if (format === 'uuid') return fc.uuid({ version: 7 })
  return pattern === undefined
    ? fc.string({ maxLength: Math.min(maxLength, 40) })
    : fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' })
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(fitting))
  const { minimum: min = -1e6, maximum: max = 1e6 } = schema
  if (schema.type === 'string') return fittingText(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'object') return recordOf(schema, fitting)
  if (schema.type === 'array' && schema.items !== undefined) {
    const minLength = schema.minItems ?? 0
    return fc.array(fitting(schema.items), { minLength, maxLength: minLength + 1 })
  }
  if (schema.type === 'integer') return fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) })
  if (schema.type !== 'number') return strange
  const hundredths = fc.integer({ min: Math.ceil(min * 100), max: Math.floor(max * 100) })
  return fc.oneof(
    hundredths.map((number) => number / 100),
    fc.double({ min, max, noNaN: true }),
  )
}

type Values = Record<string, unknown>

function recordOf(
  { properties = {} }: Schema,
  ofField: (schema: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<Values> {
  return fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, ofField(schema)])))
}

/** Each field fits, is strange or is not there. */
const fields = (schema: Schema): fc.Arbitrary<Values> =>
  recordOf(schema, (field) =>
    fc.oneof(
      { weight: 6, arbitrary: fitting(field) },
      { weight: 2, arbitrary: strange },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
  )

const schemaOf = (schema: z.ZodType | undefined) =>
  schema === undefined ? {} : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)

const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array))
const rawBodies = fc.oneof(
  bytes,
  fc
    .constantFrom('{', 'null', '[]', '{"a":1e999}', '['.repeat(20_000), '{"__proto__":{"admin":true}}', '\ufeff{}')
    .map((text) => Buffer.from(text)),
)

const base64 = (text: string) => Buffer.from(text).toString('base64url')
const jsonText = fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.stringify(value))
const junkTokens = fc.oneof(
  fc.string({ unit: 'binary-ascii', maxLength: 60 }).map(base64),
  fc
    .tuple(jsonText, fc.oneof(jsonText, fc.string()))
    .map(([header, payload]) => `${base64(header)}.${base64(payload)}.x`),
  fc.constant(`${base64('{"typ":"JWT","kid":"k","alg":"none"}')}.rubbish.x`),
)

/** What a header can carry: Latin letters and no control characters. */
const headerText = fc
  .string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => (code === 0x7f ? ' ' : String.fromCharCode(code))),
    maxLength: 80,
  })
  .map((text) => text.trim())

function headersFor(contentType: string | undefined): fc.Arbitrary<Record<string, string>> {
  const others = fc.oneof(headerText, fc.constantFrom('application/json; charset=utf-16', 'multipart/form-data'))
  const honest = fc.constant<Record<string, string>>({ 'content-type': contentType ?? 'application/json' })
  const odd = fc.record(
    {
      'content-type': fc.oneof(
        { weight: 8, arbitrary: fc.constant(contentType ?? 'application/json') },
        { weight: 1, arbitrary: others },
      ),
      authorization: fc.oneof(
        junkTokens.map((token) => `Bearer ${token}`),
        headerText,
      ),
      'idempotency-key': fc.oneof(fc.stringMatching(/^[A-Za-z0-9_-]{8,64}$/), headerText),
      'x-forwarded-for': fc.oneof(headerText, fc.ipV6()),
      'x-request-id': headerText,
      'content-encoding': fc.constantFrom('gzip', 'identity', 'identity', 'x'),
      accept: headerText,
      'if-none-match': headerText,
      origin: fc.constantFrom('null', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'),
      cookie: headerText,
    },
    { requiredKeys: contentType === undefined ? [] : ['content-type'] },
  )
  return fc.oneof({ weight: 2, arbitrary: honest }, { weight: 1, arbitrary: odd })
}

const strangeSegments = fc.constantFrom(
  '%00',
  '%ED%A0%80',
  '%',
  '%2e%2e',
  'a'.repeat(2_000),
  '..;',
  '%F0%9F',
  '*',
  '-1',
)

function segmentOf(value: unknown): string {
  try {
    return encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))
  } catch {
    return '%ED%A0%80'
  }
}

const pathOf = (route: Route, values: Values, strangeSegment: string) =>
  route.path.replace(/:(\w+)/g, (_whole, name: string) =>
    values[name] === undefined ? strangeSegment : segmentOf(values[name]),
  )

function queryOf(values: Values): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  const pairs = given.map(([name, value]) => `${name}=${segmentOf(value)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** Node itself refuses a longer address, with 431 and without a body. */
const longestPath = 12_000

/** Requests to one operation, most of them nearly right. */
export function requestsTo(route: Route, { input }: OperationShape): fc.Arbitrary<AnyRequest> {
  const isRead = route.method === 'GET'
  return fc
    .record({
      values: fields(schemaOf(input)),
      headers: headersFor(isRead ? undefined : 'application/json'),
      raw: fc.option(rawBodies, { freq: 8, nil: undefined }),
      segment: strangeSegments,
      isKnown: fc.boolean(),
    })
    .map(({ values, headers, raw, segment, isKnown }) => ({
      method: route.method,
      path: `${pathOf(route, values, segment)}${isRead ? queryOf(values) : ''}`,
      headers,
      body: isRead ? undefined : (raw ?? Buffer.from(JSON.stringify(values))),
      isKnown,
    }))
    .filter(({ path }) => path.length <= longestPath)
}

/** Requests in which all fits but one text, which no store can keep. */
export function unstorableRequestsTo(route: Route, { input }: OperationShape): AnyRequest[] {
  const schema = schemaOf(input)
  const isRead = route.method === 'GET'
  const [fit = {}] = fc.sample(recordOf(schema, fitting), { numRuns: 1, seed: 1 })
  const texts = Object.entries(schema.properties ?? {}).filter(([, { type }]) => type === 'string')
  return texts.flatMap(([name]) =>
    // A query is percent-encoded UTF-8, which has no half of a pair.
    (isRead ? ['a\u0000b'] : ['a\u0000b', 'a\ud83d']).map((text) => {
      const values = { ...fit, [name]: text }
      return {
        method: route.method,
        path: `${pathOf(route, values, '-')}${isRead ? queryOf(values) : ''}`,
        headers: { 'content-type': 'application/json' },
        body: isRead ? undefined : Buffer.from(JSON.stringify(values)),
        isKnown: true,
      }
    }),
  )
}

/** Fields that an operation takes: what comes after them is not for what they say. */
export function fittingFieldsOf({ input, subject }: OperationShape): Values {
  const samples = fc.sample(recordOf(schemaOf(input), fitting), { numRuns: 5_000, seed: 1 })
  const found = samples.find((values) => input.safeParse(values).success)
  if (found === undefined) throw new Error(`Nothing was found that ${subject} takes`)
  return found
}

const boundary = 'a-boundary'

function formOf(values: Values, fileName: string | undefined, file: Buffer): Buffer {
  const part = (head: string, content: Buffer) => {
    const opening = Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`)
    return Buffer.concat([opening, content, Buffer.from('\r\n')])
  }
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  const texts = given.map(([name, value]) =>
    part(`name="${name}"`, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))),
  )
  const files =
    fileName === undefined ? [] : [part(`name="${fileName}"; filename="a.png"\r\nContent-Type: image/png`, file)]
  return Buffer.concat([...texts, ...files, Buffer.from(`--${boundary}--\r\n`)])
}

/** Requests to one stream: forms with any texts and any file, and reads of anything. */
export function requestsToStream({ route, form, query }: StreamRoute): fc.Arbitrary<AnyRequest> {
  const ids = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, { type: 'string', format: 'uuid' }])
  return fc
    .record({
      texts: fields(schemaOf(form?.fields)),
      asked: fields(schemaOf(query)),
      inPath: fields({ properties: Object.fromEntries(ids) as Record<string, Schema> }),
      file: fc.option(bytes, { nil: undefined }),
      headers: headersFor(form === undefined ? undefined : `multipart/form-data; boundary=${boundary}`),
      segment: strangeSegments,
      isKnown: fc.boolean(),
    })
    .map(({ texts, asked, inPath, file, headers, segment, isKnown }) => ({
      method: route.method,
      path: `${pathOf(route, inPath, segment)}${queryOf(asked)}`,
      headers,
      body:
        form === undefined
          ? undefined
          : formOf(texts, file === undefined ? undefined : form.files[0], file ?? Buffer.of()),
      isKnown,
    }))
}
