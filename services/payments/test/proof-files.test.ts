import { readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { systemClock } from '@kismet/service-kit/clock'
import { TestClock } from '@kismet/test-env/test-clock'
import { movePages, sweepOrphans } from '../src/work/keep-proofs.ts'
import * as files from './files.ts'
import { PaymentsStage } from './payments-stage.ts'

const clock = new TestClock(systemClock.now())
let stage: PaymentsStage
beforeAll(async () => {
  stage = await PaymentsStage.set(clock)
}, 60_000)
afterAll(() => stage.strike())

/** The names of all files in the store. */
const stored = async (): Promise<string[]> =>
  (await readdir(stage.proofsFolder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
const rows = async (): Promise<string[]> =>
  (await stage.owner.query<{ file: string }>('SELECT file FROM proof_page ORDER BY file')).rows.map(({ file }) => file)
const fetchProof = (id: string) => stage.fetch(`/api/admin/deposit-requests/${id}/proof`, stage.tokens.admin())
const pathOf = (file: string) => join(stage.proofsFolder, file.slice(0, 2), file)

describe('the files of proofs', () => {
  it('are outside of the database, one for each page, with random names', async () => {
    const { body } = await stage.deposit(stage.tokens.player(), { proof: await files.pdfOf(2) })
    expect(await stored()).toEqual(await rows())
    expect(await stored()).toHaveLength(2)
    expect(await stage.value('SELECT count(*) FROM proof_page WHERE bytes IS NOT NULL')).toBe(0)
    expect((await fetchProof(body.deposit._id)).status).toBe(200)
  })

  it('of a refused request go at once, and of a repeated request are not doubled', async () => {
    const player = stage.tokens.player()
    await stage.deposit(player, { key: 'the-same-key' })
    await stage.deposit(player, { key: 'the-same-key' })
    const utr = stage.reference()
    // Both open their proof before either is stored.
    await Promise.all([
      stage.deposit(stage.tokens.player(), { utr }),
      stage.deposit(stage.tokens.player(), { utr, replica: 1 }),
    ])
    expect(await stored()).toEqual(await rows())
  })

  it('of a request whose transaction failed are swept an hour later, and no other file is', async () => {
    await stage.owner.query(
      `CREATE FUNCTION fail_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the connection is lost'; END $$;
       CREATE CONSTRAINT TRIGGER fail_commit AFTER INSERT ON proof_page DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail_commit()`,
    )
    const { status } = await stage.deposit(stage.tokens.player())
    await stage.owner.query('DROP TRIGGER fail_commit ON proof_page; DROP FUNCTION fail_commit')
    expect(status).toBe(500)
    const before = await rows()
    const orphans = (await stored()).filter((name) => !before.includes(name))
    expect(orphans).toHaveLength(1)
    // A write that a crash cut off.
    mkdirSync(join(stage.proofsFolder, '00'), { recursive: true })
    await writeFile(join(stage.proofsFolder, '00', `${'0'.repeat(32)}.part`), 'cut off')
    const sweep = async () => {
      for (let shard = 0; shard < 256; shard += 1) await sweepOrphans(stage.context, 1, shard)
    }
    await sweep()
    expect(await stored()).toHaveLength(before.length + 2)
    const old = new Date(clock.now() - 61 * 60_000)
    for (const name of await stored()) await utimes(join(stage.proofsFolder, name.slice(0, 2), name), old, old)
    await sweep()
    expect(await stored()).toEqual(before)
  })

  it('that are missing are told as such, and a request whose proof cannot be stored is refused', async () => {
    const { body } = await stage.deposit(stage.tokens.player())
    const id = body.deposit._id
    await rm(pathOf(await stage.value<string>('SELECT file FROM proof_page WHERE deposit_id = $1', [id])))
    const answer = await fetchProof(id)
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'proof_missing' }])
    const { proofs } = stage.context
    const full = Object.assign(Object.create(proofs) as typeof proofs, {
      put: () => Promise.reject(new Error('no space left on device')),
    })
    Object.assign(stage.context, { proofs: full })
    const requests = () => stage.value('SELECT count(*) FROM request')
    const before = await requests()
    expect((await stage.deposit(stage.tokens.player())).body.code).toBe('unavailable')
    Object.assign(stage.context, { proofs })
    expect(await requests()).toBe(before)
  })

  it('of an earlier release are moved out of the database, and are readable before and after', async () => {
    const { body } = await stage.deposit(stage.tokens.player())
    const id = body.deposit._id
    const picture = await (await fetchProof(id)).bytes()
    const inDatabase = 'UPDATE proof_page SET file = NULL, bytes = $2 WHERE deposit_id = $1'
    await stage.owner.query(inDatabase, [id, Buffer.from(picture)])
    expect(await (await fetchProof(id)).bytes()).toEqual(picture)
    await Promise.all([movePages(stage.context), movePages(stage.context)])
    expect(await stage.value('SELECT count(*) FROM proof_page WHERE bytes IS NOT NULL')).toBe(0)
    expect(await (await fetchProof(id)).bytes()).toEqual(picture)
  })
})
