import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  adminGetDepositProof,
  askBetterProof,
  limits,
  listDeposits,
  postBetterProof,
  requestHints,
} from '@kismet/contracts'
import type { WireInput } from '@kismet/contracts'
import { isContention, takeLock } from '@kismet/service-kit/database'
import type { PoolClient } from '@kismet/service-kit/database'
import { eventually } from '@kismet/test-env/eventually'
import type { TestAdmin, TestPlayer } from '@kismet/test-env/test-tokens'
import * as files from './files.ts'
import { PaymentsStage } from './payments-stage.ts'
import type { HttpAnswer } from './payments-stage.ts'
import { whileHeld } from './while-held.ts'

let stage: PaymentsStage
let [first, second, other]: Buffer[] = []
beforeAll(async () => {
  stage = await PaymentsStage.set()
  ;[first, second, other] = await Promise.all([files.imageAs('png'), files.imageAs('jpeg'), files.imageAs('webp')])
}, 60_000)
afterAll(() => stage.strike())

const cashier = () => stage.tokens.admin('cashier')
const ask = (
  admin: TestAdmin,
  id: string,
  { reason = 'unreadable', note }: Partial<Omit<WireInput<typeof askBetterProof>, 'id'>> = {},
) => stage.call(askBetterProof, admin, { id, reason, ...(note !== undefined && { note }) })
const send = (player: TestPlayer, id: string, proof = second, options: { key?: string; replica?: 0 | 1 } = {}) => {
  const form = new FormData()
  if (proof !== undefined) form.set('proof', new Blob([new Uint8Array(proof)]), 'proof.png')
  return stage.post(postBetterProof.route.path.replace(':id', id), player, form, options)
}
async function filed(player: TestPlayer): Promise<string> {
  return (await stage.deposit(player, { proof: first })).body.deposit._id
}
const codeOf = ({ status, body }: HttpAnswer) => [status, body.code]
const own = async (player: TestPlayer) => (await stage.call(listDeposits, player, {})).out?.deposits[0]
const listed = async (player: TestPlayer) => (await stage.adminList({ player: player.id })).deposits
const page = async (id: string, at: number) =>
  (await stage.fetch(`${adminGetDepositProof.route.path.replace(':id', id)}?page=${at}`, cashier())).status

describe('a better proof', () => {
  it('a better proof is asked for and sent; the first proof stays readable', async () => {
    const [player, admin] = [stage.tokens.player(), cashier()]
    const id = await filed(player)
    expect((await ask(admin, id, { reason: 'cut_off', note: ' The amount is missing ' })).out?.deposit).toMatchObject({
      status: 'pending',
      betterProof: { reason: 'cut_off', note: 'The amount is missing', sentAt: null },
      betterProofsLeft: 2,
    })
    await eventually('the player is told', () => stage.signals.decided.some((news) => news._id === id))
    expect(stage.signals.decided.find((news) => news._id === id)).toMatchObject({ status: 'pending', user: player.id })
    expect(await own(player)).toMatchObject({ betterProof: { reason: 'cut_off', sentAt: null } })
    const queue = stage.signals.queue.length
    const answer = await send(player, id)
    expect([answer.status, answer.body.deposit]).toMatchObject([200, { betterProof: { reason: 'cut_off' } }])
    await eventually('admins are told', () => stage.signals.queue.length > queue)
    expect(await listed(player)).toMatchObject([
      { proofPages: 2, newProofFrom: 2, betterProof: { sentAt: expect.anything() } },
    ])
    expect([await page(id, 1), await page(id, 2), await page(id, 3)]).toEqual([200, 200, 404])
    const { rows } = await stage.owner.query<{ action: string; detail: object }>(
      `SELECT action, detail FROM audit WHERE target = $1 AND action = 'deposit.ask-proof'`,
      [id],
    )
    expect(rows).toMatchObject([{ detail: { playerId: player.id, number: 1, reason: 'cut_off' } }])
    expect((await stage.decide(admin, id, 'approved')).out?.deposit).toMatchObject({
      status: 'approved',
      betterProof: null,
    })
  })

  it('is asked for once: a repeat changes no data, and other words are refused', async () => {
    const player = stage.tokens.player()
    const id = await filed(player)
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(cashier(), id)))
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(undefined))
    expect((await ask(cashier(), id, { reason: 'no_utr' })).code).toBe('better_proof_refused')
    expect(await stage.value('SELECT count(*) FROM better_proof WHERE deposit_id = $1', [id])).toBe(1)
    expect(await stage.value(`SELECT count(*) FROM audit WHERE target = $1`, [id])).toBe(1)
  })

  it(`is asked for ${limits.deposit.betterProofs} times at most`, async () => {
    const player = stage.tokens.player()
    const id = await filed(player)
    for (let at = 0; at < limits.deposit.betterProofs; at += 1) {
      expect((await ask(cashier(), id)).code).toBeUndefined()
      expect((await send(player, id)).status).toBe(200)
    }
    expect(await ask(cashier(), id)).toMatchObject({
      code: 'better_proof_refused',
      message: expect.stringContaining('3 times'),
    })
    expect(await listed(player)).toMatchObject([{ proofPages: 4, newProofFrom: 4, betterProofsLeft: 0 }])
  })

  it('is sent once for its key, and another file with the key is a conflict', async () => {
    const player = stage.tokens.player()
    const id = await filed(player)
    await ask(cashier(), id)
    const key = 'a-better-proof'
    const answers = await Promise.all(
      ([0, 1, 0, 1] as const).map((replica) => send(player, id, second, { key, replica })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(3)
    expect(codeOf(await send(player, id, other, { key }))).toEqual([409, 'idempotency_conflict'])
    expect(codeOf(await send(player, id, other))).toEqual([409, 'better_proof_refused'])
    expect(await listed(player)).toMatchObject([{ proofPages: 2 }])
  })

  it.each([
    { what: 'no file', proof: () => Buffer.alloc(0), code: [400, 'invalid_request'] },
    { what: 'a file that is no picture', proof: () => Buffer.from('<html>'), code: [400, 'invalid_request'] },
    {
      what: 'a file that is too large',
      proof: () => Buffer.alloc(limits.deposit.proofMaxBytes + 1),
      code: [413, 'payload_too_large'],
    },
  ])('is refused for $what, as a first proof is', async ({ proof, code }) => {
    const player = stage.tokens.player()
    const id = await filed(player)
    await ask(cashier(), id)
    expect(codeOf(await send(player, id, proof()))).toEqual(code)
    expect(await listed(player)).toMatchObject([{ betterProof: { sentAt: null } }])
  })

  it('counts against the quota of the day', async () => {
    const player = stage.tokens.player()
    const id = await filed(player)
    await ask(cashier(), id)
    await stage.owner.query(
      `INSERT INTO attempt (id, player_id, kind, at) SELECT uuidv7(), $1, 'unopened_proof', now() FROM generate_series(1, $2)`,
      [player.id, limits.deposit.perDay.requests - 2],
    )
    expect((await send(player, id)).status).toBe(200)
    await ask(cashier(), id)
    expect(codeOf(await send(player, id))).toEqual([429, 'upload_quota_reached'])
    expect((await stage.deposit(player)).body.code).toBe('upload_quota_reached')
  })

  it('is taken from the player of a request that awaits one, and from nobody else', async () => {
    const player = stage.tokens.player()
    const id = await filed(player)
    expect(codeOf(await send(player, id))).toEqual([409, 'better_proof_refused'])
    await ask(cashier(), id)
    expect(codeOf(await send(stage.tokens.player(), id))).toEqual([404, 'not_found'])
    expect(codeOf(await send(player, 'no-id'))).toEqual([404, 'not_found'])
    await stage.decide(cashier(), id, 'rejected')
    expect(codeOf(await send(player, id))).toEqual([409, 'already_decided'])
    expect((await ask(cashier(), id)).code).toBe('already_decided')
    expect((await ask(stage.tokens.admin('support'), id)).code).toBe('forbidden')
    expect((await ask(cashier(), id, { reason: 'see_note' })).code).toBe('invalid_request')
  })

  it('is sent beside an approval that has the request and waits for the turn of its player', async () => {
    const player = stage.tokens.player()
    const id = await filed(player)
    await ask(cashier(), id)
    let approval: PoolClient | undefined
    const answer = await whileHeld(
      stage,
      async (other) => {
        approval = other
        // So PostgreSQL ends the deadlock by aborting the upload, whose time is 1 s.
        await other.query(`SET LOCAL deadlock_timeout = '2s'`)
        await other.query('SELECT FROM request WHERE id = $1 FOR UPDATE', [id])
      },
      () => send(player, id),
      // On a busy machine it may be the approval. COMMIT of an aborted transaction is a rollback.
      async () =>
        approval &&
        takeLock(approval, `usage ${player.id}`).catch((error: unknown) => expect(isContention(error)).toBe(true)),
    )
    expect(answer.status).toBe(200)
    expect(await listed(player)).toMatchObject([{ proofPages: 2 }])
  })

  it('that another request has as its proof is a hint', async () => {
    const [player, thief] = [stage.tokens.player(), stage.tokens.player()]
    const proof = Buffer.concat([second ?? Buffer.alloc(0), Buffer.from('seen before')])
    const seen = (await stage.deposit(player, { proof })).body.deposit._id
    const id = await filed(thief)
    await ask(cashier(), id)
    await send(thief, id, proof)
    const hintsOf = async (of: string) => {
      const { out } = await stage.call(requestHints, cashier(), { id: of })
      return out?.hints.find(({ hint }) => hint === 'same_proof')?.requests.map(({ _id }) => _id) ?? []
    }
    expect(await hintsOf(id)).toContain(seen)
    expect(await hintsOf(seen)).toEqual([id])
  })
})
