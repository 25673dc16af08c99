import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { createPool } from '../src/database.ts'
import type { Pool } from '../src/database.ts'
import { migrate } from '../src/migrate.ts'

const serviceRole = 'kismet_test_kit'

/** A database with a schema whose migrations a test writes. */
export class KitDatabase {
  readonly database: TestDatabase
  readonly schema: string
  /** Where its migrations are. */
  readonly folder: string
  /** Connections of the owner, and of the role of the service. */
  readonly owner: Pool
  readonly pool: Pool

  private constructor(database: TestDatabase, schema: string, folder: string, url: string) {
    const log = testLogger(schema)
    this.database = database
    this.schema = schema
    this.folder = folder
    this.owner = createPool({ url: database.ownerUrl, schema, maxConnections: 2, log })
    this.pool = createPool({ url, schema, maxConnections: 8, log })
  }

  static async create(schema: string, first: string): Promise<KitDatabase> {
    const folder = await mkdtemp(join(tmpdir(), 'kismet-test-migrations-'))
    await writeFile(join(folder, '0001-first.sql'), first)
    const database = await createTestDatabase([])
    const url = new URL(database.ownerUrl)
    url.username = serviceRole
    url.password = 'test'
    const made = new KitDatabase(database, schema, folder, url.href)
    await made.owner.query(
      `DO $$ BEGIN CREATE ROLE ${serviceRole} LOGIN PASSWORD 'test'; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
    )
    return made
  }

  migrate(): Promise<string[]> {
    const { database, folder, schema } = this
    return migrate({ ownerUrl: database.ownerUrl, folder, schema, serviceRole })
  }

  async drop(): Promise<void> {
    await this.pool.end()
    await this.owner.end()
    await this.database.drop()
    await rm(this.folder, { recursive: true })
  }
}
