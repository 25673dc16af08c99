import type { Plugin } from 'vite'

const contracts = /\/libs\/contracts\/src\/[^/]+\.ts$/

/** What starts a computation; all else is dropped by itself when nobody uses it. */
const isComputed = (type: string): boolean => type !== 'Literal' && !type.endsWith('FunctionExpression')

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
      let droppable = code
      const constants = this.parse(code)
        .body.map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
        .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? statement.declarations : []))
      for (const { init } of constants.reverse())
        if (init && isComputed(init.type)) {
          const value = `/* @__PURE__ */ (() => (${code.slice(init.start, init.end)}))()`
          droppable = droppable.slice(0, init.start) + value + droppable.slice(init.end)
        }
      return { code: droppable, map: null }
    },
  }
}
