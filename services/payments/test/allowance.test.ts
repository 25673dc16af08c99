import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { limits, listDeposits } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import { TestClock } from '@kismet/test-env/test-clock'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { PictureMaker } from '../src/pictures/picture-maker.ts'
import type { Rendered } from '../src/pictures/protocol.ts'
import type { Context } from '../src/context.ts'
import { steps } from '../src/work/housekeeping.ts'
import * as files from './files.ts'
import { PaymentsStage } from './payments-stage.ts'

const { pendingPerPlayer, perDay } = limits.deposit
/** The default of PROOF_DAYS. */
const proofDays = 180

async function keepHouse(context: Context, stopping?: AbortSignal): Promise<void> {
  for (const step of Object.values(steps)) await step(context, stopping)
}
const dayMs = 86_400_000
/** 10 March begins in Asia/Kolkata. */
const dayStartMs = Date.parse('2026-03-09T18:30:00.000Z')

describe('what a player may store', () => {
  const clock = new TestClock(dayStartMs + 1_000)
  let stage: PaymentsStage
  beforeAll(async () => {
    stage = await PaymentsStage.set(clock)
  })
  afterAll(() => stage.strike())

  /** Stores rejected requests, made at `createdAtMs`, as if the player had sent them. */
  async function rejected(player: TestPlayer, count: number, createdAtMs: number, proofBytes = 0): Promise<void> {
    await stage.owner.query(
      `INSERT INTO request (id, kind, status, player_id, player_email, amount_paise, method, utr, utr_normalised, proof_pages, proof_bytes, created_at,
         decided_at, decided_by, decided_by_name)
       SELECT uuidv7(), 'deposit', 'rejected', $1, $2, 50000, 'UPI', '1', '1', 1, $5, $4, $4, $1, 'x' FROM generate_series(1, $3)`,
      [player.id, player.email, count, new Date(createdAtMs), proofBytes],
    )
  }
  const requestsOf = ({ id }: TestPlayer) =>
    stage.value<number>('SELECT count(*) FROM request WHERE player_id = $1', [id])

  describe('waiting', () => {
    it('is at most 5 requests, however many come at once on however many replicas', async () => {
      const player = stage.tokens.player()
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => stage.deposit(player, { replica: index % 2 === 0 ? 0 : 1 })),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(pendingPerPlayer)
      const refused = answers.filter(({ status }) => status !== 200)
      for (const { status, body } of refused)
        expect({ status, ...body }).toEqual({
          status: 422,
          success: false,
          code: 'too_many_pending',
          message: 'You have 5 pending requests. You can send another when one is decided.',
          params: { max: 5 },
        })
      expect(await requestsOf(player)).toBe(pendingPerPlayer)
      expect((await stage.deposit(stage.tokens.player())).status).toBe(200)
    })

    it('has room again after a decision; until then replays and what is wrong otherwise are answered as ever', async () => {
      const player = stage.tokens.player()
      const utr = stage.reference()
      const first = await stage.deposit(player, { key: 'first-of-five', utr })
      for (let count = 1; count < pendingPerPlayer; count += 1) await stage.deposit(player)
      const codeOf = async (parts: object) => (await stage.deposit(player, parts)).body.code
      expect(await codeOf({})).toBe('too_many_pending')
      expect(await codeOf({ utr })).toBe('duplicate_utr')
      expect((await stage.deposit(player, { key: 'first-of-five', utr })).body).toEqual(first.body)
      await stage.decide(stage.tokens.admin(), first.body.deposit._id, 'approved')
      expect(await codeOf({})).toBeUndefined()
      expect(await codeOf({})).toBe('too_many_pending')
    })
  })

  describe('in a day of Asia/Kolkata', () => {
    const quota = (retryAfterMs: number) => ({
      status: 429,
      body: { code: 'upload_quota_reached', params: { max: perDay.requests, retryAfterMs } },
    })

    it.each([
      { what: 'the last one is taken', count: perDay.requests - 1, atMs: dayStartMs, code: undefined },
      { what: 'one more is refused', count: perDay.requests, atMs: dayStartMs, code: 'upload_quota_reached' },
      { what: 'those of the day before do not count', count: perDay.requests, atMs: dayStartMs - 1, code: undefined },
    ])('is 20 requests: $what', async ({ count, atMs, code }) => {
      const player = stage.tokens.player()
      await rejected(player, count, atMs)
      expect((await stage.deposit(player)).body.code).toBe(code)
    })

    it('is 25 MiB of pictures, to the byte', async () => {
      const { body } = await stage.deposit(stage.tokens.player())
      const id = [body.deposit._id]
      const file = await stage.value<string>('SELECT file FROM proof_page WHERE deposit_id = $1', id)
      const bytes = (await stage.context.proofs.get(file))?.length ?? 0
      expect(await stage.value('SELECT proof_bytes FROM request WHERE id = $1', id)).toBe(bytes)
      const [fits, tooMuch] = [stage.tokens.player(), stage.tokens.player()]
      await rejected(fits, 1, dayStartMs, perDay.proofBytes - bytes)
      await rejected(tooMuch, 1, dayStartMs, perDay.proofBytes - bytes + 1)
      expect((await stage.deposit(fits)).status).toBe(200)
      const unused = () => stage.value('SELECT count(*) FROM file_to_delete')
      const before = await unused()
      expect(await stage.deposit(tooMuch)).toMatchObject({ status: 429, body: { code: 'upload_quota_reached' } })
      // Its files were not stored.
      expect(await unused()).toBe(before)
      expect(await requestsOf(tooMuch)).toBe(1)
    })

    it('is refused before the proof is opened, until midnight there', async () => {
      const player = stage.tokens.player()
      await rejected(player, perDay.requests, dayStartMs + 1_000)
      clock.advance(dayStartMs + dayMs - 1 - clock.now())
      const last = await stage.deposit(player, { proof: files.html })
      expect(last).toMatchObject(quota(1))
      expect(last.headers.get('retry-after')).toBe('1')
      clock.advance(1)
      expect((await stage.deposit(player)).status).toBe(200)
    })
  })

  describe('to open', () => {
    let rendered: Rendered = { fault: 'too_much', reason: 'test' }
    let opened = 0
    let before: PictureMaker
    beforeAll(() => {
      const log = testLogger('payments')
      const render = () => {
        opened += 1
        return Promise.resolve(rendered)
      }
      before = stage.context.pictures
      Object.assign(stage.context, { pictures: new PictureMaker({ log, render }) })
    })
    afterAll(() => {
      Object.assign(stage.context, { pictures: before })
    })
    beforeEach(() => {
      opened = 0
    })

    it.each(['damaged', 'too_much', 'died'] as const)(
      'are as many as there may be requests (%s), also of those that come at once',
      async (fault) => {
        rendered = { fault, reason: 'test' }
        const player = stage.tokens.player()
        await rejected(player, perDay.requests - 2, clock.now())
        const answers = await Promise.all([1, 2, 3].map(() => stage.deposit(player)))
        expect(answers.map(({ status }) => status).sort()).toEqual([400, 400, 429])
        expect(opened).toBe(2)
      },
    )

    it('is none whose reference is in use, or of a player whose requests wait', async () => {
      const player = stage.tokens.player()
      const utr = stage.reference()
      await stage.seed(player, { utr })
      expect((await stage.deposit(stage.tokens.player(), { utr })).body.code).toBe('duplicate_utr')
      for (let count = 1; count < pendingPerPlayer; count += 1) await stage.seed(player)
      expect((await stage.deposit(player)).body.code).toBe('too_many_pending')
      expect(opened).toBe(0)
    })

    it('is forgotten after two days', async () => {
      await keepHouse(stage.context)
      const kept = () => stage.value<number>('SELECT count(*) FROM attempt')
      expect(await kept()).toBeGreaterThan(0)
      clock.advance(2 * dayMs)
      await keepHouse(stage.context)
      expect(await kept()).toBe(0)
    })
  })

  describe('for long', () => {
    it('is no proof of a decided request: it goes after 180 days, and the request stays and says so', async () => {
      const player = stage.tokens.player()
      const ids: string[] = []
      for (const status of ['rejected', 'approved', undefined] as const) {
        const { body } = await stage.deposit(player, { proof: await files.pdfOf(2) })
        ids.push(body.deposit._id)
        if (status !== undefined) await stage.decide(stage.tokens.admin(), body.deposit._id, status)
      }
      const statusesOf = (caller: TestPlayer) =>
        Promise.all(ids.map(async (id) => (await stage.fetch(`/api/deposit-requests/${id}/proof`, caller)).status))
      clock.advance(proofDays * dayMs - 1)
      await keepHouse(stage.context)
      expect(await statusesOf(player)).toEqual([200, 200, 200])
      clock.advance(1)
      await keepHouse(stage.context, AbortSignal.abort())
      expect(await statusesOf(player)).toEqual([200, 200, 200])
      await keepHouse(stage.context)
      expect(await statusesOf(player)).toEqual([410, 410, 200])
      expect(await statusesOf(stage.tokens.player())).toEqual([404, 404, 404])
      const ofAdmin = await stage.fetch(`/api/admin/deposit-requests/${ids[0]}/proof?page=2`, stage.tokens.admin())
      expect([ofAdmin.status, await ofAdmin.json()]).toMatchObject([410, { success: false, code: 'proof_deleted' }])
      expect(await stage.value('SELECT count(*) FROM proof_page WHERE deposit_id = $1', [ids[0]])).toBe(0)
      const { out } = await stage.call(listDeposits, player, {})
      const deletedAt = new Date(clock.now()).toISOString()
      const deletions = new Map(out?.deposits.map(({ _id, proofDeletedAt }) => [_id, proofDeletedAt]))
      expect(ids.map((id) => deletions.get(id))).toEqual([deletedAt, deletedAt, null])
      const [listed] = (await stage.adminList({ status: 'rejected' })).deposits.filter(({ _id }) => _id === ids[0])
      expect(listed).toMatchObject({ proofDeletedAt: deletedAt, proofPages: 2 })
    })

    it('goes fifty at a time: pictures of one statement are megabytes by the hundred', async () => {
      const player = stage.tokens.player()
      await rejected(player, 120, clock.now())
      clock.advance(proofDays * dayMs)
      await stage.owner.query(
        `CREATE FUNCTION refuse_more() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
           IF (SELECT count(*) FROM marked) > 50 THEN RAISE EXCEPTION 'too many at once'; END IF;
           RETURN NULL;
         END $$;
         CREATE TRIGGER refuse_more AFTER UPDATE ON request REFERENCING NEW TABLE AS marked FOR EACH STATEMENT EXECUTE FUNCTION refuse_more()`,
      )
      await keepHouse(stage.context)
      await stage.owner.query('DROP TRIGGER refuse_more ON request; DROP FUNCTION refuse_more')
      const kept = 'SELECT count(*) FROM request WHERE player_id = $1 AND proof_deleted_at IS NULL'
      expect(await stage.value(kept, [player.id])).toBe(0)
    })

    it('goes by the thousand, and by itself', async () => {
      const player = stage.tokens.player()
      await stage.stopReplicas()
      await rejected(player, 1_200, 0)
      await stage.startReplicas()
      const kept = 'SELECT count(*) FROM request WHERE player_id = $1 AND proof_deleted_at IS NULL'
      await eventually('all are marked', async () => (await stage.value(kept, [player.id])) === 0)
    })
  })
})
