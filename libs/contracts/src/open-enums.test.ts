import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { aviatorEvents } from './aviator-events.ts'
import { operations, socketCommands, streamRoutes } from './catalogue.ts'
import { readableItems } from './primitives.ts'
import { socketEvents } from './socket-events.ts'
import { supportEvents } from './support-threads.ts'

type Path = readonly (string | number)[]

/** Each leaf of an output accepts at least one of these values. */
const leaves: readonly unknown[] = [
  ...['text', '01940000-0000-7000-8000-000000000001', '2026-11-21T12:00:00.000Z', '2026-11-21', 'a'.repeat(64), '1.00'],
  ...[1, 2, 100, 0, true, false, null],
]

/** A wire value of a schema, with the paths of its enums. */
class Sample {
  readonly open: Path[] = []
  readonly strict: Path[] = []
  readonly value: unknown

  constructor(schema: z.core.$ZodType) {
    this.value = this.of(schema, [])
  }

  of(schema: z.core.$ZodType, path: Path): unknown {
    const { def } = (schema as z.core.$ZodTypes)._zod
    switch (def.type) {
      case 'object':
        return Object.fromEntries(Object.entries(def.shape).map(([name, of]) => [name, this.of(of, [...path, name])]))
      case 'array':
        return [this.of(def.element, [...path, 0])]
      case 'tuple':
        return def.items.map((item, place) => this.of(item, [...path, place]))
      case 'record': {
        const key = String(this.of(def.keyType, [...path, 'key']))
        return { [key]: this.of(def.valueType, [...path, key]) }
      }
      case 'union': {
        const [first] = def.options
        if (first === undefined) throw new Error('A union without options')
        return this.of(first, path)
      }
      case 'default':
      case 'prefault':
      case 'optional':
      case 'nullable':
      case 'readonly':
        return this.of(def.innerType, path)
      case 'catch':
        if (!(def.innerType instanceof z.ZodEnum)) return this.of(def.innerType, path)
        this.open.push(path)
        return def.innerType.options[0]
      case 'enum':
        this.strict.push(path)
        return Object.values(def.entries)[0]
      case 'literal':
        return def.values[0]
      default:
        if (def.type === 'pipe' && def.in instanceof z.ZodArray) return this.of(def.out, path)
        return leaves.find((leaf) => z.safeParse(schema, leaf).success)
    }
  }
}

/** A copy of a value that has another value at one path. */
function withAt(value: unknown, [step, ...rest]: Path, other: unknown): unknown {
  if (step === undefined) return other
  const copy = structuredClone(value) as Record<string | number, unknown>
  copy[step] = withAt(copy[step], rest, other)
  return copy
}

/** Everything that an app reads: answers of routes and of socket commands, and events. */
const read: readonly { name: string; schema: z.ZodType }[] = [
  ...operations.flatMap(({ subject, route, output }) => (route ? [{ name: subject, schema: output }] : [])),
  ...streamRoutes.flatMap(({ route, output }) =>
    output instanceof z.ZodType ? [{ name: `${route.method} ${route.path}`, schema: output }] : [],
  ),
  ...socketCommands.map(({ event, output }) => ({ name: event, schema: output })),
  ...Object.values({ ...socketEvents, ...aviatorEvents, ...supportEvents }).map(({ event, payload }) => ({
    name: event,
    schema: payload,
  })),
]

describe('a page of the previous release', () => {
  it('has no answer or event with a closed enum', () => {
    const closed = read.flatMap(({ name, schema }) =>
      new Sample(schema).strict.map((path) => [name, ...path].join('.')),
    )
    expect(closed).toEqual([])
  })

  const enums = read.flatMap(({ name, schema }) => {
    const { open, value } = new Sample(schema)
    return open.map((path) => ({ field: [name, ...path].join('.'), schema, path, value }))
  })

  it.each(enums)('reads the rest of an answer with a new value of $field', ({ schema, path, value }) => {
    const known = z.parse(schema, value)
    const told = z.parse(schema, withAt(value, path, 'something-new'))
    expect(told).toEqual(withAt(known, path, 'other'))
    expect(z.encode(schema, told)).toEqual(withAt(value, path, 'other'))
    expect(z.encode(schema, known)).toEqual(value)
    expect(z.safeEncode(schema, withAt(known, path, 'something-new')).success).toBe(false)
  })
})

describe('a list whose items are read one by one', () => {
  const schema = readableItems(z.object({ n: z.number() }))

  it.each([
    {
      what: 'leaves out an item that it cannot read',
      raw: [{ n: 1 }, { n: '2' }, { n: 3 }],
      read: [{ n: 1 }, { n: 3 }],
    },
    { what: 'is not readable if it is no list', raw: undefined, read: undefined },
  ])('$what', ({ raw, read: expected }) => {
    expect(z.safeParse(schema, raw).data).toEqual(expected)
  })

  it('is encoded by a server as a whole', () => {
    expect(z.safeEncode(schema, [{ n: 1 }, { n: '2' } as never]).success).toBe(false)
  })
})
