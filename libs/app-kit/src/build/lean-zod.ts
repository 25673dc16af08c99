import type { Plugin } from 'vite'

const exported = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \};/gm

/** A module whose functions throw. A function that makes methods is called for each schema, so it makes such a function. */
function leftOut(code: string): string {
  const names = [...code.matchAll(exported)].map(([, declared, renamed]) => declared ?? renamed ?? '')
  const exports = names.map((name) => `${name.startsWith('create') ? 'create' : 'leftOut'} as ${name}`)
  return `const leftOut = () => { throw new Error('JSON Schema is left out of the apps') }
const create = () => leftOut
export { ${exports.join(', ')} }`
}

const withoutCycles = `export class $ZodCyclicError extends Error {}
export const isRecursiveSchema = () => false
export const isBackEdge = () => false
const looksForNone = { alloc: (schema, payload, empty) => empty, attach: () => {}, guard: () => {} }
export const memoizer = () => looksForNone`

/** The methods of `z.string()` that only call `this.check(core._email(ZodEmail, params))` and the like. */
const formatMethods =
  /(?<=_ZodString\.init\(inst, def\);\n\}), \{\n(?: {4}\w+\(params\) \{\n.*\(Zod\w+, params\)\);\n {4}\},\n)+\}/

/**
 * What each part of zod becomes. A schema refers to all of them, so that no bundler drops them:
 * - JSON Schema: only the server's OpenAPI document needs it.
 * - The search for cycles: an app reads JSON, which has no cycles.
 * - The formats as methods of `z.string()`: the contracts use `z.email()` and the like.
 */
const parts: Readonly<Record<string, (code: string) => string>> = {
  'core/to-json-schema.js': leftOut,
  'core/json-schema-processors.js': leftOut,
  'core/memoizer.js': () => withoutCycles,
  'classic/schemas.js': (code) => code.replace(formatMethods, ''),
}

/** Leaves out the parts of zod that no app uses. */
export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    apply: 'build',
    transform(code, id) {
      const lean = parts[id.split('/node_modules/zod/v4/')[1] ?? '']?.(code)
      if (lean === undefined) return null
      if (lean.length > code.length - 1_000) this.error(`${id} is not as this plugin knows it`)
      return { code: lean, map: null }
    },
  }
}
