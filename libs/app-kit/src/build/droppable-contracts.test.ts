/** @jest-environment node */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from '@jest/globals'

const run = promisify(execFile)
const contractsFile = join(import.meta.dirname, '../../../contracts/src/index.ts')
const zodFile = join(import.meta.dirname, '../../../../node_modules/zod/index.js')
const z = `export const made = []
const schema = (name, shape) => (made.push(name), { shape, extend: (more) => schema('extended', more) })
export const z = { object: (shape) => schema('object', shape), string: () => schema('string'), int: () => schema('int') }
export const operation = (shape) => shape`
const contracts = `import { operation, z } from '../../../z.js'
const Id = z.string()
export const Player = z.object({ id: Id, level: z.int() })
export const unused = operation({ route: { summary: 'Nobody calls it' }, input: z.int(), output: z.int() })
export const rename = operation({
  route: { method: 'POST', summary: 'Rename a player' },
  input: z.object({ name: z.string() }),
  output: Player.extend({ name: z.string() }),
})`
const app = `import { rename } from './libs/contracts/src/players.ts'
import { made } from './z.js'
const seen = [made.join(' ')]
const look = (value) => seen.push(made.join(' ')) && value
const output = look(rename.output)
look(output.shape.name)
console.log(JSON.stringify({ seen, isKept: rename.output === output, route: rename.route }))`
/** Tells which schemas of the contracts an app has otherwise than a server. */
const compared = `import * as ofServers from ${JSON.stringify(contractsFile)}
import { z } from ${JSON.stringify(zodFile)}
import * as ofApps from './contracts.mjs'
const written = (schema) => JSON.stringify(['input', 'output'].map((io) => z.toJSONSchema(schema, { io, unrepresentable: 'any' })))
const schemasOf = (contract) => [contract, contract?.input, contract?.output].filter((part) => part?._zod)
const textsOf = (contracts) => Object.entries(contracts).map(([name, contract]) => [name, schemasOf(contract).map(written)])
const others = new Map(textsOf(ofApps))
const texts = textsOf(ofServers)
const differ = texts.filter(([name, schemas]) => JSON.stringify(schemas) !== JSON.stringify(others.get(name)))
console.log(JSON.stringify({ schemas: texts.flatMap(([, schemas]) => schemas).length, differ: differ.map(([name]) => name) }))`

let folder = ''

/** A module in one file, as an app has it; zod stays where it is. */
async function make(entry: string, name: string): Promise<void> {
  const plugin = JSON.stringify(join(import.meta.dirname, 'droppable-contracts.ts'))
  const lib = JSON.stringify({ entry, formats: ['es'], fileName: name })
  await writeFile(
    join(folder, 'vite.config.mjs'),
    `import { droppableContracts } from ${plugin}
export default {
  plugins: [droppableContracts()],
  resolve: { alias: [{ find: /^zod$/, replacement: ${JSON.stringify(zodFile)} }] },
  build: { outDir: '.', emptyOutDir: false, minify: false, lib: ${lib}, rolldownOptions: { external: [/node_modules/] } },
}`,
  )
  const vite = join(import.meta.dirname, '../../../../node_modules/vite/bin/vite.js')
  await run(process.execPath, [vite, 'build', folder, '--configLoader', 'native', '--logLevel', 'error'])
}

/** Vite in a process of its own: its native half does not know the objects of a test's realm. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kismet-contracts-'))
  await mkdir(join(folder, 'libs/contracts/src'), { recursive: true })
  const sources = { 'z.js': z, 'libs/contracts/src/players.ts': contracts, 'app.js': app, 'compared.mjs': compared }
  for (const [name, text] of Object.entries(sources)) await writeFile(join(folder, name), text)
  await make('app.js', 'built')
  await make(contractsFile, 'contracts')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('an app holds no contract that it does not use, makes what a call takes and answers when it reads it, once, and knows no summaries', async () => {
  const { stdout } = await run(process.execPath, [join(folder, 'built.mjs')])
  expect(JSON.parse(stdout)).toEqual({
    seen: ['string object', 'string object extended', 'string object extended string'],
    isKept: true,
    route: { method: 'POST', summary: '' },
  })
})

it('each schema of the contracts is in an app what it is in a server', async () => {
  const { stdout } = await run(process.execPath, [join(folder, 'compared.mjs')])
  const { schemas, differ } = JSON.parse(stdout) as { schemas: number; differ: string[] }
  expect(differ).toEqual([])
  expect(schemas).toBeGreaterThan(400)
})
