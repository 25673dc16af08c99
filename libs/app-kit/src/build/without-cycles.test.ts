/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { withoutCycles } from './without-cycles.ts'

const file = fileURLToPath(new URL('../../../../node_modules/zod/v4/core/memoizer.js', import.meta.url))
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kismet-zod-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('has all that looks for cycles in zod, and finds none', async () => {
  const { transform } = withoutCycles()
  if (typeof transform !== 'function') throw new Error('The plugin transforms by a function')
  const { code } = (await Reflect.apply(transform, {}, ['', file])) as { code: string }
  const own = join(folder, 'memoizer.mjs')
  await writeFile(own, code)
  const [made, real] = (await Promise.all([import(pathToFileURL(own).href), import(file)])) as [
    Pick<typeof import('zod/v4/core'), 'memoizer' | 'isBackEdge' | 'isRecursiveSchema'>,
    object,
  ]
  expect(Object.keys(made).toSorted()).toEqual(Object.keys(real).toSorted())
  expect(Object.keys(made.memoizer()).toSorted()).toEqual(['alloc', 'attach', 'guard'])
  expect([made.isBackEdge({}, {}), made.isRecursiveSchema(undefined as never)]).toEqual([false, false])
})
