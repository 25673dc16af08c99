import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ferretDatabaseOptions,
  ferretEnvironment,
  ferretLookUps,
  ferretUrl,
  mongodArguments,
} from '@kismet/real-servers/mongodb'
import { freePort } from '@kismet/real-servers/ports'
import { asSuperuser, createRole } from './test-database.ts'
import { required, testPostgresUrl, TestServer } from './test-servers.ts'

/** The server of MongoDB's protocol that the stack would use on this machine: MongoDB itself, or FerretDB on a database of its own. */
export class TestMongo extends TestServer {
  readonly url: string
  /** Of a FerretDB: its database, for the superuser. */
  readonly postgresUrl: string | undefined
  #drop: () => Promise<unknown>

  constructor(
    server: ConstructorParameters<typeof TestServer>,
    url: string,
    drop: () => Promise<unknown>,
    postgresUrl?: string,
  ) {
    super(...server)
    this.url = url
    this.postgresUrl = postgresUrl
    this.#drop = drop
  }

  override async remove(): Promise<void> {
    await super.remove()
    const drop = this.#drop
    this.#drop = () => Promise.resolve()
    await drop()
  }
}

/** Makes a server of one test file, with nothing in it, that is not started yet. */
export async function createTestMongo(): Promise<TestMongo> {
  const folder = await mkdtemp(join(tmpdir(), 'kismet-test-mongo-'))
  const port = await freePort()
  const mongod = process.env.KISMET_TEST_MONGOD_BIN
  if (mongod === undefined) return createFerret(port, folder)
  const launch = () => spawn(mongod, mongodArguments(port, folder), { stdio: 'ignore' })
  return new TestMongo([port, folder, launch], `mongodb://127.0.0.1:${port}`, () => Promise.resolve())
}

async function createFerret(port: number, folder: string): Promise<TestMongo> {
  const program = required('KISMET_TEST_FERRETDB_BIN')
  const login = { role: 'kismet_test_documents', password: 'test' }
  const database = `test_documents_${randomBytes(6).toString('hex')}`
  const serverUrl = testPostgresUrl()
  await asSuperuser(serverUrl, async (client) => {
    await createRole(client, login.role)
    await client.query(`CREATE DATABASE ${database} OWNER ${login.role} ${ferretDatabaseOptions}`)
  })
  const databaseUrl = new URL(serverUrl)
  databaseUrl.pathname = `/${database}`
  await asSuperuser(databaseUrl.href, (client) => client.query(ferretLookUps(database)))
  const env = ferretEnvironment(port, serverUrl, database)
  const launch = () => spawn(program, [], { env, stdio: 'ignore' })
  const drop = () =>
    asSuperuser(serverUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`))
  return new TestMongo([port, folder, launch], ferretUrl(port, login), drop, databaseUrl.href)
}

/** Starts one. */
export async function startTestMongo(): Promise<TestMongo> {
  const server = await createTestMongo()
  await server.start()
  return server
}
