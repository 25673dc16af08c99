import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { S3Store } from '../src/proofs/s3-store.ts'

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a-secret-of-the-tests', region: 'ap-south-1' }
const name = '3f'.padEnd(32, '0')

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Whether a request has the right AWS Signature 4, computed here from its specification. */
function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const said = /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  )
  const [, credential = '', signedHeaders = '', signature = ''] = said ?? []
  const [keyId, ...scope] = credential.split('/')
  const [day = '', region = '', service = ''] = scope
  const { pathname, searchParams } = new URL(url, 'http://store')
  const query = [...searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&')
  const lines = signedHeaders
    .split(';')
    .map((header) => `${header}:${String(headers[header]).trim()}\n`)
    .join('')
  const hash = String(headers['x-amz-content-sha256'])
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return false
  const request = [method, pathname, query, lines, signedHeaders, hash].join('\n')
  const time = String(headers['x-amz-date'])
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(request)].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${keys.secretAccessKey}`, day), region), service), 'aws4_request')
  return keyId === keys.accessKeyId && hmac(key, toSign).toString('hex') === signature
}

/** A bucket that checks signatures. */
const objects = new Map<string, Buffer>()
let server: Server
let url = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://store')
      const found = objects.get(pathname)
      if (!isSigned(request, body)) response.writeHead(403).end()
      else if (request.method === 'PUT') response.end(void objects.set(pathname, body))
      else if (request.method === 'DELETE') response.writeHead(objects.delete(pathname) ? 204 : 404).end()
      else if (searchParams.has('list-type')) {
        const keyStart = `/proofs/${searchParams.get('prefix')}`
        const listed = [...objects.keys()].filter((key) => key.startsWith(keyStart))
        const contents = listed.map(
          (key) =>
            `<Contents><Key>${key.slice('/proofs/'.length)}</Key><LastModified>2026-11-29T00:00:00.000Z</LastModified></Contents>`,
        )
        response.end(`<?xml version="1.0"?><ListBucketResult>${contents.join('')}</ListBucketResult>`)
      } else response.writeHead(found === undefined ? 404 : 200).end(found)
    })
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/proofs`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('stores, reads, lists and deletes proofs with signed calls', async () => {
  const store = new S3Store({ url: `${url}/`, ...keys })
  const bytes = Buffer.from([0xff, 0xd8, 0xff, 0])
  await store.put(name, bytes)
  expect(await store.get(name)).toEqual(bytes)
  expect(await store.list('3f')).toEqual([{ name, storedAtMs: Date.parse('2026-11-29T00:00:00.000Z') }])
  expect(await store.list('40')).toEqual([])
  await store.delete(name)
  await store.delete(name)
  expect(await store.get(name)).toBeUndefined()
})

it('fails with another secret, and takes no name that could be a path', async () => {
  const store = new S3Store({ url, ...keys, secretAccessKey: 'another' })
  await expect(store.put(name, Buffer.from('x'))).rejects.toThrow('the store of proofs answered 403 to PUT')
  for (const wrong of ['../secret', '', `${name}/`, name.toUpperCase()])
    await expect(store.get(wrong)).rejects.toThrow('This is no name of a proof file')
})
