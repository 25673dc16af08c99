import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { systemClock } from '@kismet/service-kit/clock'
import { TestClock } from '@kismet/test-env/test-clock'
import { checkStore, deleteFiles, movePages } from '../src/work/keep-proofs.ts'
import * as files from './files.ts'
import { PaymentsStage } from './payments-stage.ts'

const clock = new TestClock(systemClock.now())
let stage: PaymentsStage
beforeAll(async () => {
  stage = await PaymentsStage.set(clock)
}, 60_000)
afterAll(() => stage.strike())

/** The names of all files in the store, without those by which the replicas check the store. */
async function stored(): Promise<string[]> {
  const entries = await readdir(stage.proofsFolder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1').catch(() => '')),
  )
  return files.flatMap(({ name }, at) => (['', 'check'].includes(texts[at] ?? '') ? [] : [name])).sort()
}
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

  it('of refused and repeated requests are deleted an hour later, and no other file is', async () => {
    const player = stage.tokens.player()
    await stage.deposit(player, { key: 'the-same-key' })
    await stage.deposit(player, { key: 'the-same-key' })
    const utr = stage.reference()
    // Both open their proof before either is stored.
    await Promise.all([
      stage.deposit(stage.tokens.player(), { utr }),
      stage.deposit(stage.tokens.player(), { utr, replica: 1 }),
    ])
    await stage.owner.query(
      `CREATE FUNCTION fail_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the connection is lost'; END $$;
       CREATE CONSTRAINT TRIGGER fail_commit AFTER INSERT ON proof_page DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail_commit()`,
    )
    const { status } = await stage.deposit(stage.tokens.player())
    await stage.owner.query('DROP TRIGGER fail_commit ON proof_page; DROP FUNCTION fail_commit')
    expect(status).toBe(500)
    const left = (await stored()).length - (await rows()).length
    expect(left).toBeGreaterThan(0)
    await deleteFiles(stage.context)
    expect(await stored()).toHaveLength((await rows()).length + left)
    await deleteFiles({ ...stage.context, clock: new TestClock(clock.now() + 61 * 60_000) })
    expect(await stored()).toEqual(await rows())
  })

  it('of many deleted proofs are all deleted, a batch at a time, and one that the store keeps is tried again an hour later', async () => {
    const names = Array.from({ length: 450 }, (_, at) => `c7${String(at).padStart(30, '0')}`)
    mkdirSync(join(stage.proofsFolder, 'c7'), { recursive: true })
    await Promise.all(names.map((name) => writeFile(pathOf(name), 'deleted')))
    await stage.owner.query(
      'INSERT INTO file_to_delete SELECT file, to_timestamp($2) FROM unnest($1::text[]) AS file',
      [names, clock.now() / 1_000 - 1],
    )
    const { proofs } = stage.context
    const locked = Object.assign(Object.create(proofs) as typeof proofs, {
      delete: (name: string) => (name === names[0] ? Promise.reject(new Error('locked')) : proofs.delete(name)),
    })
    const left = async () => (await stored()).filter((name) => names.includes(name))
    await expect(deleteFiles({ ...stage.context, proofs: locked })).rejects.toThrow('did not delete: 1;')
    expect(await left()).toEqual([names[0]])
    await deleteFiles(stage.context)
    expect(await left()).toEqual([names[0]])
    await deleteFiles({ ...stage.context, clock: new TestClock(clock.now() + 61 * 60_000) })
    expect(await left()).toEqual([])
    expect(await stage.value('SELECT count(*) FROM file_to_delete WHERE file = ANY ($1)', [names])).toBe(0)
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
    await checkStore(stage.context)
  })

  it('are not moved to a store that is down, which is checked with one name', async () => {
    const { body } = await stage.deposit(stage.tokens.player())
    const inDatabase = 'UPDATE proof_page SET file = NULL, bytes = $2 WHERE deposit_id = $1'
    await stage.owner.query(inDatabase, [body.deposit._id, Buffer.from('picture')])
    const names: string[] = []
    const put = (name: string) => Promise.reject(new Error(`away: ${names.push(name)}`))
    const proofs = Object.assign(Object.create(stage.context.proofs) as typeof stage.context.proofs, { put })
    const { checkFile } = stage.context.proofStore
    const away = { ...stage.context, proofs, proofStore: { checkFile } }
    await checkStore(away)
    expect(await movePages(away)).toBe(0)
    await checkStore(away)
    expect(names).toEqual([checkFile, checkFile])
    await stage.owner.query('DELETE FROM proof_page WHERE deposit_id = $1', [body.deposit._id])
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

  it('of an earlier release are moved without a lock while a slow store takes them', async () => {
    const { body } = await stage.deposit(stage.tokens.player())
    const id = body.deposit._id
    const { proofs } = stage.context
    const bytes = Buffer.from(await (await fetchProof(id)).bytes())
    await stage.owner.query('UPDATE proof_page SET file = NULL, bytes = $2 WHERE deposit_id = $1', [id, bytes])
    const asked = Promise.withResolvers<string>()
    const taken = Promise.withResolvers<undefined>()
    const slow = Object.assign(Object.create(proofs) as typeof proofs, {
      async put(name: string, picture: Buffer) {
        asked.resolve(name)
        await taken.promise
        await proofs.put(name, picture)
      },
    })
    const moved = movePages({ ...stage.context, proofs: slow })
    const name = await asked.promise
    await stage.owner.query('SELECT FROM proof_page WHERE deposit_id = $1 FOR UPDATE NOWAIT', [id])
    // The proof is deleted meanwhile, so its file is deleted later.
    await stage.owner.query('DELETE FROM proof_page WHERE deposit_id = $1', [id])
    taken.resolve(undefined)
    expect(await moved).toBe(0)
    expect(await stage.value('SELECT count(*) FROM file_to_delete WHERE file = $1', [name])).toBe(1)
  })
})
