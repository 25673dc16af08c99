import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { keptCredits } from '@kismet/contracts'
import { identitiesOf } from '../src/statements/identity.ts'
import { BankDesk, pairsOf, rowsOf, today } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'

let stage: PaymentsStage
let desk: BankDesk
beforeAll(async () => {
  stage = await PaymentsStage.set()
  desk = new BankDesk(stage)
}, 60_000)
afterAll(() => stage.strike())

const statusOf = (id: string) => stage.value<string>('SELECT status FROM deposit WHERE id = $1', [id])

describe('rows that somebody has written into the database', () => {
  const identity = `sha256(gen_random_uuid()::text::bytea)`
  /** Writes a credit that names a reference, as the service may. */
  async function forge(utr: string, how = identity): Promise<string> {
    const { rows } = await stage.context.db.query<{ id: string }>(
      `INSERT INTO bank_row (id, identity, day, text, amount_paise, kind, utrs, parts)
       VALUES (gen_random_uuid(), ${how}, $1, 'UPI-ASHA RAO', 50000, 'credit', ARRAY[$2], '{}') RETURNING id`,
      [today(), utr],
    )
    const id = rows[0]?.id ?? ''
    await stage.context.db.query('INSERT INTO bank_reference (utr, amount_paise, bank_row_id) VALUES ($1, 50000, $2)', [
      utr,
      id,
    ])
    return id
  }
  const asked = async () => {
    const utr = stage.reference()
    return { utr, requestId: await stage.seed(stage.tokens.player(), { utr }) }
  }

  it('in no statement are approved by nobody', async () => {
    const { utr, requestId } = await asked()
    const rowId = await forge(utr)
    expect(pairsOf(await desk.read(keptCredits))).toContainEqual({ rowId, requestId })
    expect(await desk.approve(stage.tokens.admin('cashier'), [{ rowId, requestId }])).toEqual(['skipped'])
    expect(await statusOf(requestId)).toBe('pending')
  })

  it('among those of a statement make none of it believed, until it is read anew', async () => {
    const [own, forged] = [await asked(), await asked()]
    const rows = rowsOf([{ utr: own.utr }])
    const { _id } = await desk.keep(rows)
    const rowId = await forge(forged.utr)
    await stage.context.db.query(
      'INSERT INTO bank_statement_row (statement_id, row_number, bank_row_id) VALUES ($1, 2, $2)',
      [_id, rowId],
    )
    const pairs = pairsOf(await desk.read(_id))
    expect(pairs).toHaveLength(2)
    expect(await desk.approve(stage.tokens.admin('cashier'), pairs)).toEqual(['skipped', 'skipped'])
    // A file that has its rows, too.
    await desk.keep([...rows, ...rowsOf([{ utr: stage.reference() }])])
    const approved = await desk.approve(stage.tokens.admin('cashier'), pairs)
    expect(approved.sort()).toEqual(['approved', 'skipped'])
    expect(await statusOf(forged.requestId)).toBe('pending')
  })

  it.each([
    { what: 'another amount', amount: '1.00', isNamed: true },
    { what: 'the reference of another request', amount: '500.00', isNamed: false },
  ])('with $what under what a row of the bank will be known by are not taken for it', async ({ amount, isNamed }) => {
    const { utr, requestId } = await asked()
    const named = isNamed ? utr : stage.reference()
    const rows = rowsOf([{ utr: named, amount }])
    const balancePaise = Math.round(Number(rows[0]?.split(',').at(-1)) * 100)
    const said = { day: today(), paise: Number(amount) * 100, text: 'UPI-ASHA RAO', reference: named, balancePaise }
    const [known] = identitiesOf([{ ...said, line: 1, kind: 'credit', utrs: [], parts: [] }])
    const rowId = await forge(utr, `decode('${known}', 'hex')`)
    expect((await desk.keep(rows)).fresh).toBe(0)
    expect(await desk.approve(stage.tokens.admin('cashier'), [{ rowId, requestId }])).toEqual(['skipped'])
    expect(await statusOf(requestId)).toBe('pending')
  })

  it('are not among those of a statement from before the audit log had a key, which is believed once its file is read again', async () => {
    const { utr, requestId } = await asked()
    const rows = rowsOf([{ utr }, { text: 'CASH' }])
    const { _id } = await desk.keep(rows)
    const pairs = pairsOf(await desk.read(_id))
    await stage.owner.query('ALTER TABLE audit DISABLE TRIGGER ALL')
    await stage.owner.query('UPDATE audit SET key_id = NULL WHERE target = $1', [_id])
    await stage.owner.query('ALTER TABLE audit ENABLE TRIGGER ALL')
    const cashier = stage.tokens.admin('cashier')
    expect(await desk.approve(cashier, pairs)).toEqual(['skipped'])
    expect((await desk.keep(rows))._id).toBe(_id)
    expect(await desk.approve(cashier, pairs)).toEqual(['approved'])
    expect(await statusOf(requestId)).toBe('approved')
    await desk.keep(rows)
    expect(await stage.value<number>('SELECT count(*)::integer FROM audit WHERE target = $1', [_id])).toBe(2)
  })
})
