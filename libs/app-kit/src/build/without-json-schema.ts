import type { Plugin } from 'vite'

const modules = /\/node_modules\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/
const exported = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \};/gm

/**
 * zod's writing of JSON Schema is tied to every schema, so that no bundler drops it, and only the server's OpenAPI document needs it. An app has a function in the
 * place of each of its parts that says so when it is called. What makes methods is called with each look at a schema's `~standard`, and makes such a function.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!modules.test(id)) return null
      const names = [...code.matchAll(exported)].map(([, declared, renamed]) => declared ?? renamed ?? '')
      if (names.length === 0) this.error(`${id} has other exports than this plugin knows`)
      const exports = names.map((name) => `${name.startsWith('create') ? 'create' : 'leftOut'} as ${name}`)
      return {
        code: `const leftOut = () => { throw new Error('JSON Schema is left out of the apps') }
const create = () => leftOut
export { ${exports.join(', ')} }`,
        map: null,
      }
    },
  }
}
