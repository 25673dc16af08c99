import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { documentsEnv, readEnv } from './env.ts'

let folder: string
const url = 'mongodb://support:word@127.0.0.1/support'
const rest = { NATS_URL: 'nats://127.0.0.1:4222' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'env-'))
  await writeFile(join(folder, 'url'), `${url}\n`)
})
afterAll(() => rm(folder, { recursive: true }))

describe('a variable from a file', () => {
  const from = (name: string) => ({ ...rest, MONGODB_URL_FILE: join(folder, name) })

  it('is its content, without the end of its line', () => {
    expect(readEnv(documentsEnv, from('url')).MONGODB_URL).toBe(url)
    expect(readEnv(documentsEnv, { ...rest, MONGODB_URL: url, MONGODB_URL_FILE: '' }).MONGODB_URL).toBe(url)
  })

  it.each([
    { what: 'is set beside its value', env: () => ({ ...from('url'), MONGODB_URL: url }), says: /both set/ },
    { what: 'is not there', env: () => from('none'), says: /ENOENT/ },
  ])('that $what is refused', ({ env, says }) => {
    expect(() => readEnv(documentsEnv, env())).toThrow(says)
  })
})
