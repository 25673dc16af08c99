/** @jest-environment node */
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { leanZod } from './lean-zod.ts'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const fileOf = (part: string): string => join(repository, 'node_modules/zod/v4', part)
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kismet-zod-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function leanCodeOf(part: string): Promise<string> {
  const { transform } = leanZod()
  if (typeof transform !== 'function') throw new Error('The plugin transforms by a function')
  const { code } = (await Reflect.apply(transform, {}, [await readFile(fileOf(part), 'utf8'), fileOf(part)])) as {
    code: string
  }
  return code
}

it.each(['to-json-schema', 'json-schema-processors'])('leaves a name for each export of %s', async (name) => {
  const part = `core/${name}.js`
  const names = [...(await leanCodeOf(part)).matchAll(/ as (\w+)/g)].map(([, exportedName]) => exportedName)
  const module = (await import(fileOf(part))) as object
  expect(names.toSorted()).toEqual(Object.keys(module).toSorted())
})

it('has each export of the search for cycles, and finds none', async () => {
  const own = join(folder, 'memoizer.mjs')
  await writeFile(own, await leanCodeOf('core/memoizer.js'))
  const [made, real] = (await Promise.all([import(pathToFileURL(own).href), import(fileOf('core/memoizer.js'))])) as [
    Pick<typeof import('zod/v4/core'), 'memoizer' | 'isBackEdge' | 'isRecursiveSchema'>,
    object,
  ]
  expect(Object.keys(made).toSorted()).toEqual(Object.keys(real).toSorted())
  expect(Object.keys(made.memoizer()).toSorted()).toEqual(['alloc', 'attach', 'guard'])
  expect([made.isBackEdge({}, {}), made.isRecursiveSchema(undefined as never)]).toEqual([false, false])
})

const methods = /^ {4}(\w+)\(params\) \{\n.*\(Zod\w+, params\)\);/gm

it('leaves z.string() its own methods, and takes the formats away, which no contract uses as a method', async () => {
  const whole = await readFile(fileOf('classic/schemas.js'), 'utf8')
  const lean = await leanCodeOf('classic/schemas.js')
  expect(lean).toContain('_ZodString.init(inst, def);\n});\nexport function string(params)')
  const formats = [...whole.matchAll(methods)].map(([, name]) => name)
  expect(formats).toEqual(expect.arrayContaining(['email', 'uuid', 'datetime', 'duration']))
  expect([...lean.matchAll(methods)]).toEqual([])
  const asMethod = new RegExp(String.raw`(?<!\bz|\bz\.iso)\.(?:${formats.join('|')})\(`)
  for (const sources of ['libs/contracts/src', 'libs/app-kit/src', 'web/src', 'admin-web/src'])
    for await (const path of glob(`${sources}/**/*.{ts,tsx}`, { cwd: repository })) {
      const text = await readFile(join(repository, path), 'utf8')
      if (text.includes("from 'zod'")) expect([path, asMethod.exec(text)?.[0]]).toEqual([path, undefined])
    }
})
