import type { Plugin, Rolldown } from 'vite'

type Program = ReturnType<Rolldown.PluginContext['parse']>
type Call = Extract<Expression, { type: 'CallExpression' }>
type Variables = Extract<Program['body'][number], { type: 'VariableDeclaration' }>
type Expression = NonNullable<Variables['declarations'][number]['init']>
type Argument = Extract<Expression, { type: 'CallExpression' }>['arguments'][number]
type Property = Extract<Extract<Expression, { type: 'ObjectExpression' }>['properties'][number], { type: 'Property' }>
type Value = Argument | Property['value']

const contracts = /\/libs\/contracts\/src\/[^/]+\.ts$/

/** What starts a computation; all else is dropped by itself when nobody uses it. */
const isComputed = (type: string): boolean => type !== 'Literal' && !type.endsWith('FunctionExpression')

/** In place of a part of a text. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}

/** The constants of a module, as they are computed. */
function computedIn({ body }: Program): Expression[] {
  return body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? statement.declarations : []))
    .flatMap(({ init }) => (init && isComputed(init.type) ? init : []))
}

/** What a property of an object that is written out is set to. */
function propertyOf(node: Value | undefined, name: string): Value | undefined {
  if (node?.type !== 'ObjectExpression') return undefined
  for (const property of node.properties)
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name)
      return property.value
  return undefined
}

/** What a call is for is said by the OpenAPI document, which no app makes. */
function withoutSummary(constant: Expression): Edit[] {
  const shape = constant.type === 'CallExpression' ? constant.arguments[0] : undefined
  const summary = propertyOf(propertyOf(shape, 'route'), 'summary')
  return summary === undefined ? [] : [{ start: summary.start, end: summary.end, text: `''` }]
}

/** The calls within an expression, the outermost first. */
function callsIn(node: unknown): Call[] {
  if (typeof node !== 'object' || node === null) return []
  const within = Object.values(node).flatMap(callsIn)
  return 'type' in node && node.type === 'CallExpression' ? [node as Call, ...within] : within
}

/** Whether a call makes a schema of the fields that it is told, or declares an operation. */
function madeBy({ callee }: Call): 'object' | 'operation' | null {
  if (callee.type === 'Identifier') return callee.name === 'operation' ? 'operation' : null
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return null
  return ['object', 'extend'].includes(callee.property.name) ? 'object' : null
}

/**
 * What an operation takes and answers, and each field of an object, is made when it is read first: an app that starts makes the schemas of no call that it does not send.
 * zod itself keeps the fields that it has read.
 */
function madeWhenRead(constant: Expression): Edit[] {
  return callsIn(constant).flatMap((call) => {
    const [shape] = call.arguments
    const made = madeBy(call)
    if (made === null || shape?.type !== 'ObjectExpression') return []
    return shape.properties.flatMap((property) => {
      if (property.type !== 'Property' || property.computed || property.key.type !== 'Identifier') return []
      const { value, key } = property
      if (value.type !== 'CallExpression') return []
      if (made === 'operation' && key.name !== 'input' && key.name !== 'output') return []
      const [before, after] =
        made === 'object' ? ['', ''] : [`Object.defineProperty(this, '${key.name}', { value: `, ` }).${key.name}`]
      return [
        { start: property.start, end: value.start, text: `get ${key.name}() { return ${before}` },
        { start: value.end, end: property.end, text: `${after} }` },
      ]
    })
  })
}

/**
 * Each constant of the contracts becomes the result of a pure function, so that an app holds only the schemas that it uses. Without this a bundler keeps all of a
 * module of which one is used, because it does not know that a call of zod has no effect.
 */
export function droppableContracts(): Plugin {
  return {
    name: 'droppable-contracts',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!contracts.test(id)) return null
      const edits = computedIn(this.parse(code)).flatMap((constant) => [
        { start: constant.start, end: constant.start, text: '/* @__PURE__ */ (() => (' },
        ...withoutSummary(constant),
        ...madeWhenRead(constant),
        { start: constant.end, end: constant.end, text: '))()' },
      ])
      return { code: edited(code, edits), map: null }
    },
  }
}
