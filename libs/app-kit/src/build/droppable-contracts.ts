import type { Plugin, Rolldown } from 'vite'

type Program = ReturnType<Rolldown.PluginContext['parse']>
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
        { start: constant.end, end: constant.end, text: '))()' },
      ])
      return { code: edited(code, edits), map: null }
    },
  }
}
