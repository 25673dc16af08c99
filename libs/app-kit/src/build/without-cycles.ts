import type { Plugin } from 'vite'

const memoizer = '/node_modules/zod/v4/core/memoizer.js'

/**
 * zod looks out for values that lead back to themselves: every schema is wrapped for it when it is made, and walked through when it reads first. What an app reads is
 * JSON, which has no such values, so that an app has in its place what looks for none.
 */
export function withoutCycles(): Plugin {
  return {
    name: 'without-cycles',
    apply: 'build',
    transform: (_, id) =>
      id.endsWith(memoizer)
        ? {
            code: `export class $ZodCyclicError extends Error {}
export const isRecursiveSchema = () => false
export const isBackEdge = () => false
const looksForNone = { alloc: (schema, payload, empty) => empty, attach: () => {}, guard: () => {} }
export const memoizer = () => looksForNone`,
            map: null,
          }
        : null,
  }
}
