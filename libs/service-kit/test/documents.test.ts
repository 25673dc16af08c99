import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { closeAtEnd } from '@kismet/test-env/left-behind'
import { eventually } from '@kismet/test-env/eventually'
import { startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { createTestMongo } from '@kismet/test-env/test-mongo'
import type { TestMongo } from '@kismet/test-env/test-mongo'
import { startTestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import { Schema } from 'mongoose'
import type { Connection } from 'mongoose'
import { defineService } from '../src/define-service.ts'
import type { RunningService } from '../src/define-service.ts'
import { Documents } from '../src/documents.ts'
import { documentsEnv } from '../src/env.ts'

interface Note {
  readonly _id: string
  readonly text: string
}

const noteSchema = new Schema<Note>({ _id: String, text: String })
noteSchema.index({ text: 1 }, { unique: true })
const models = (connection: Connection) => ({ notes: connection.model<Note>('note', noteSchema) })
type NoteDocuments = Documents<ReturnType<typeof models>>

let server: TestMongo
/** Of this process, since the test began. */
const sockets: Socket[] = []
subscribe('net.client.socket', (message) => sockets.push((message as { socket: Socket }).socket))

beforeEach(async () => {
  server = await createTestMongo()
})

afterEach(() => {
  sockets.length = 0
  return server.remove()
})

async function open(): Promise<NoteDocuments> {
  const documents = await Documents.open({ url: server.url, models }, 'support', testLogger('documents'))
  closeAtEnd(() => documents.close())
  return documents
}

const texts = (documents: NoteDocuments) =>
  documents.run(({ notes }) => notes.distinct('text').then((found) => [...found].sort()))
const write = (documents: NoteDocuments, text: string) =>
  documents.run(({ notes }) => notes.create({ _id: text, text }))

describe('the documents of a service', () => {
  it('are kept, with the indexes of their schemas, and what MongoDB refuses comes through', async () => {
    await server.start()
    const documents = await open()
    await write(documents, 'first')
    const twice = documents.run(({ notes }) => notes.create({ _id: 'another', text: 'first' }))
    await expect(twice).rejects.toMatchObject({ code: 11_000 })
    expect(await texts(documents)).toEqual(['first'])
    expect(await documents.answers()).toBe(true)
  })

  it('can be used once MongoDB is there, and again after it was killed', async () => {
    const documents = await open()
    await expect(texts(documents)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await documents.answers()).toBe(false)
    for (const text of ['a', 'b']) {
      await server.start()
      await eventually('MongoDB is used', () => documents.answers())
      await write(documents, text)
      await server.stop('SIGKILL')
      await expect(texts(documents)).rejects.toMatchObject({ code: 'unavailable' })
    }
    await server.start()
    await eventually('MongoDB is used', () => documents.answers())
    expect(await texts(documents)).toEqual(['a', 'b'])
  })

  it('are refused, as unavailable, where MongoDB is killed in the middle of what is written', async () => {
    await server.start()
    const documents = await open()
    await write(documents, 'before')
    server.freeze(true)
    // More than the buffers of both ends of the line hold.
    const large = { _id: 'large', text: 'x'.repeat(15_000_000) }
    const writing = documents.run(({ notes }) => notes.create(large), { withinMs: 60_000 })
    const refused = expect(writing).rejects.toMatchObject({ code: 'unavailable' })
    await eventually('it is on its way', () => sockets.some(({ writableLength }) => writableLength > 1_000_000))
    await server.stop('SIGKILL')
    await refused
  })

  it('are refused while MongoDB hangs, and can be used afterwards', async () => {
    await server.start()
    const documents = await open()
    server.freeze(true)
    const calls = Array.from({ length: 300 }, () => documents.run(({ notes }) => notes.findById('none').lean()))
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ reason: { code: 'unavailable' } })
    server.freeze(false)
    await eventually('MongoDB is used', () => documents.answers())
    expect(await texts(documents)).toEqual([])
  })

  it('have places for the service itself that callers cannot take', async () => {
    await server.start()
    const documents = await open()
    await write(documents, 'a')
    const held = Promise.withResolvers<undefined>()
    const asked = Array.from({ length: 300 }, () => documents.run(() => held.promise).catch(() => undefined))
    await expect(texts(documents)).rejects.toMatchObject({ code: 'unavailable' })
    const own = documents.run(({ notes }) => notes.findById('a').lean(), { isOwn: true })
    expect(await own).toMatchObject({ text: 'a' })
    expect(await documents.answers()).toBe(true)
    held.resolve(undefined)
    await Promise.all(asked)
  })

  it('take no login but their own', async () => {
    if (!server.url.includes('@')) return
    await server.start()
    const documents = await open()
    await write(documents, 'secret')
    const url = server.url.replace(/\/\/.*@/, '//').replace(/\?.*/, '')
    const stranger = await Documents.open({ url, models }, 'support', testLogger('stranger'))
    closeAtEnd(() => stranger.close())
    await expect(texts(stranger)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

it('says in /ready whether they can be used, and closes them with the service', async () => {
  const nats = await startTestNats()
  await startFakeAuth(nats, new TestTokens())
  const service = defineService({
    name: 'wallet',
    env: documentsEnv,
    open: ({ MONGODB_URL: url }, { openDocuments }) => openDocuments({ url, models }),
    operations: [],
  })
  const env = { NATS_URL: nats.urlOf('wallet'), MONGODB_URL: server.url }
  const running: RunningService<NoteDocuments> = await service.start(env, { log: testLogger('wallet') })
  const ask = async () => {
    const response = await fetch(`http://127.0.0.1:${running.port}/ready`)
    return { status: response.status, state: await response.json() }
  }
  expect(await ask()).toEqual({
    status: 503,
    state: { ready: false, checks: { open: true, bus: true, documents: false } },
  })
  await server.start()
  await eventually('it is ready', async () => (await ask()).status === 200)
  await running.stop()
  await expect(texts(running.context)).rejects.toMatchObject({ code: 'unavailable' })
})
