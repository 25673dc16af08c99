import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { FolderStore, S3Store } from '../src/proofs/proof-store.ts'
import type { ProofStore } from '../src/proofs/proof-store.ts'
import { bucketKeys, FakeBucket } from './fake-bucket.ts'

const name = '3f'.padEnd(32, '0')
const bucket = new FakeBucket()
const folder = mkdtempSync(join(tmpdir(), 'kismet-proofs-'))
beforeAll(() => bucket.open())
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true })
})

it.each<[string, () => ProofStore]>([
  ['a bucket, with signed calls', () => new S3Store({ url: `${bucket.url}/`, ...bucketKeys })],
  ['a folder', () => new FolderStore(folder)],
])('proofs are stored, read and deleted in %s', async (_place, open) => {
  const store = open()
  const bytes = Buffer.from([0xff, 0xd8, 0xff, 0])
  await store.put(name, bytes)
  expect(await store.get(name)).toEqual(bytes)
  await store.delete(name)
  await store.delete(name)
  expect(await store.get(name)).toBeUndefined()
})

it('a write to a folder that a crash cut off is deleted with its file', async () => {
  mkdirSync(join(folder, '3f'), { recursive: true })
  writeFileSync(join(folder, '3f', `${name}.part`), 'cut off')
  await new FolderStore(folder).delete(name)
  expect(readdirSync(join(folder, '3f'))).toEqual([])
})

it('a failed write to a folder leaves no file', async () => {
  const other = '4a'.padEnd(32, '0')
  // The file cannot get its name.
  mkdirSync(join(folder, '4a', other), { recursive: true })
  await expect(new FolderStore(folder).put(other, Buffer.from('x'))).rejects.toThrow('EISDIR')
  expect(readdirSync(join(folder, '4a'))).toEqual([other])
})

it('fails with another secret, and takes no name that could be a path', async () => {
  const store = new S3Store({ url: bucket.url, ...bucketKeys, secretAccessKey: 'another' })
  await expect(store.put(name, Buffer.from('x'))).rejects.toThrow('the store of proofs answered 403 to PUT')
  for (const wrong of ['../secret', '', `${name}/`, name.toUpperCase()])
    await expect(store.get(wrong)).rejects.toThrow('This is no name of a proof file')
})
