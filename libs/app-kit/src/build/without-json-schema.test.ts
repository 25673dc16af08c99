/** @jest-environment node */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from '@jest/globals'
import { withoutJsonSchema } from './without-json-schema.ts'

it.each(['to-json-schema', 'json-schema-processors'])('leaves a name for each that %s of zod exports', async (name) => {
  const file = fileURLToPath(new URL(`../../../../node_modules/zod/v4/core/${name}.js`, import.meta.url))
  const { transform } = withoutJsonSchema()
  if (typeof transform !== 'function') throw new Error('The plugin transforms by a function')
  const made: unknown = await Reflect.apply(transform, {}, [await readFile(file, 'utf8'), file])
  const names = [...JSON.stringify(made).matchAll(/ as (\w+)/g)].map(([, exported]) => exported)
  const module = (await import(file)) as object
  expect(names.toSorted()).toEqual(Object.keys(module).toSorted())
})
