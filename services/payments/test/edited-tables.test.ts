import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { keptCredits, setApprovalSettings } from '@kismet/contracts'
import { AuditLog } from '@kismet/service-kit/audit/log'
import { createLogger } from '@kismet/service-kit/logger'
import { identitiesOf } from '../src/statements/identity.ts'
import { saidAgainst } from '../src/work/pay-once.ts'
import { BankDesk, fileOf, pairsOf, rowsOf, spellingsOf, today } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'

let stage: PaymentsStage
let desk: BankDesk
beforeAll(async () => {
  stage = await PaymentsStage.set()
  desk = new BankDesk(stage)
}, 60_000)
afterAll(() => stage.strike())

/** Changes the audit log as the owner of the table, without the triggers. */
async function tamper(statement: string, values: unknown[]): Promise<void> {
  await stage.owner.query('ALTER TABLE audit DISABLE TRIGGER ALL')
  await stage.owner.query(statement, values)
  await stage.owner.query('ALTER TABLE audit ENABLE TRIGGER ALL')
}
/** The targets that all replicas look up in the audit log during `what`. */
async function audited(what: () => Promise<unknown>): Promise<string[]> {
  const questions = jest.spyOn(AuditLog.prototype, 'newestOf')
  await what()
  const targets = questions.mock.calls.map(([, { target }]) => target)
  questions.mockRestore()
  return targets
}
const statusOf = (id: string) => stage.value<string>('SELECT status FROM deposit WHERE id = $1', [id])

describe('rows that somebody has written into the database', () => {
  const identity = `sha256(gen_random_uuid()::text::bytea)`
  /** Writes a bank row with a reference, with the rights of the service. */
  async function forge(utr: string, how = identity, paise = 50_000): Promise<string> {
    const { rows } = await stage.context.db.query<{ id: string }>(
      `INSERT INTO bank_row (id, identity, day, text, amount_paise, kind, utrs, parts)
       VALUES (gen_random_uuid(), ${how}, $1, 'UPI-ASHA RAO', $3, $4, ARRAY[$2], ARRAY[$2]) RETURNING id`,
      [today(), utr, paise, paise > 0 ? 'credit' : 'debit'],
    )
    const id = rows[0]?.id ?? ''
    const name = 'INSERT INTO bank_reference (utr, amount_paise, bank_row_id) VALUES ($1, $2, $3)'
    await stage.context.db.query(name, [utr, paise, id])
    return id
  }
  const link = (statementId: string, rowNumber: number, rowId: string) =>
    stage.context.db.query(
      'INSERT INTO bank_statement_row (statement_id, row_number, bank_row_id) VALUES ($1, $2, $3)',
      [statementId, rowNumber, rowId],
    )
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

  it.each([
    {
      what: 'speaks for no request against what the bank has',
      bank: '100.50',
      paise: 50_000,
      said: 'bank_amount_differs',
    },
    { what: 'sends no other amount back', bank: '100.50', paise: -10_050, said: 'bank_amount_differs' },
  ])('in no statement speak for no request, and are logged: one $what', async ({ bank, paise, said }) => {
    const { utr, requestId } = await asked()
    await desk.keep(rowsOf([{ utr, amount: bank }]))
    const rowId = await forge(utr, identity, paise)
    const errors: string[] = []
    const log = createLogger('test', 'error', { write: (line) => void errors.push(line) })
    expect((await saidAgainst({ ...stage.context, log }, stage.context.db, requestId))?.code).toBe(said)
    expect(errors).toEqual([expect.stringMatching(`"bank-row.not-read","rowId":"${rowId}"`)])
    expect((await stage.decide(stage.tokens.admin(), requestId, 'approved')).code).toBe(said)
  })

  it('make no approval possible that the bank speaks against: neither among those of its statement, nor as a reference of one that was read', async () => {
    const { utr, requestId } = await asked()
    const refused = async () =>
      expect((await stage.decide(stage.tokens.admin(), requestId, 'approved')).code).toBe('bank_amount_differs')
    const { _id } = await desk.keep(rowsOf([{ utr, amount: '100.50' }]))
    await refused()
    await link(_id, 2, await forge(stage.reference()))
    await refused()
    const other = await desk.keep(rowsOf([{ utr: stage.reference(), amount: '500.00' }]))
    await stage.context.db.query(
      `INSERT INTO bank_reference (utr, amount_paise, bank_row_id) SELECT $1, 50000, bank_row_id FROM bank_statement_row WHERE statement_id = $2`,
      [utr, other._id],
    )
    await refused()
  })

  it('among those of a statement are told at the second of two approvals by it', async () => {
    await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: 100 })
    const { utr, requestId } = await asked()
    const { _id } = await desk.keep(rowsOf([{ utr }]))
    expect(await desk.approve(stage.tokens.admin(), pairsOf(await desk.read(_id)))).toEqual(['first'])
    await link(_id, 2, await forge(stage.reference()))
    expect(await stage.decide(stage.tokens.admin(), requestId, 'approved')).toMatchObject({
      code: 'bank_row_near',
      message: expect.stringContaining('Tell the operator'),
    })
    await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: null })
  })

  it('among those of a statement make none of it believed, until it is read anew', async () => {
    const [own, forged] = [await asked(), await asked()]
    const rows = rowsOf([{ utr: own.utr }])
    const { _id } = await desk.keep(rows)
    const rowId = await forge(forged.utr)
    await link(_id, 2, rowId)
    const pairs = pairsOf(await desk.read(_id))
    expect(pairs).toHaveLength(2)
    expect(await desk.approve(stage.tokens.admin('cashier'), pairs)).toEqual(['skipped', 'skipped'])
    const again = await desk.post(stage.tokens.admin('cashier'), fileOf(rows))
    expect([again.status, again.body.message]).toEqual([400, expect.stringContaining('were changed in the database')])
    // The admin reads a file of a longer period, as the refusal says.
    await desk.keep([...rows, ...rowsOf([{ utr: stage.reference() }])])
    const approved = await desk.approve(stage.tokens.admin('cashier'), pairs)
    expect(approved.sort()).toEqual(['approved', 'skipped'])
    expect(await statusOf(forged.requestId)).toBe('pending')
  })

  it.each([
    { what: 'another amount', amount: '1.00', isNamed: true, isLinked: false },
    { what: 'the reference of another request', amount: '500.00', isNamed: false, isLinked: false },
    { what: 'that and a place in a statement', amount: '500.00', isNamed: false, isLinked: true },
  ])('with $what under what a row of the bank will be known by are not taken for it', async (forgery) => {
    const { amount, isNamed, isLinked } = forgery
    const { utr, requestId } = await asked()
    const named = isNamed ? utr : stage.reference()
    const rows = rowsOf([{ utr: named, amount }])
    const text = rows[0]?.split('"')[1] ?? ''
    const said = { day: today(), paise: Number(amount) * 100, text, reference: named, balancePaise: null }
    const [known] = identitiesOf([{ ...said, line: 1, kind: 'credit', utrs: [], others: [], parts: [] }])
    const rowId = await forge(utr, `decode('${known}', 'hex')`)
    if (isLinked) await link((await desk.keep(rowsOf([{ text: 'CASH' }])))._id, 2, rowId)
    expect(await desk.keep(rows)).toMatchObject({ fresh: 0, keptOtherwise: 1 })
    expect(await desk.approve(stage.tokens.admin('cashier'), [{ rowId, requestId }])).toEqual(['skipped'])
    expect(await statusOf(requestId)).toBe('pending')
  })

  /** Links a row with forty forged statements that are newer than the real ones. Their audit rows have no valid MAC. */
  async function forgeStatements(rowId: string, like: string): Promise<void> {
    const { rows } = await stage.context.db.query<{ id: string }>(
      `INSERT INTO bank_statement (id, file_sha256, columns, file_name, rows, fresh, first_day, last_day, read_by, read_by_name, read_at)
       SELECT overlay(gen_random_uuid()::text placing 'f' from 1)::uuid, sha256(gen_random_uuid()::text::bytea), columns, file_name, 1, 0, first_day, last_day, read_by, read_by_name, read_at
       FROM bank_statement, generate_series(1, 40) WHERE id = $1 RETURNING id`,
      [like],
    )
    for (const { id } of rows) await link(id, 1, rowId)
    await tamper(
      `INSERT INTO audit SELECT (jsonb_populate_record(audit, jsonb_build_object('sequence', n + (SELECT max(sequence) FROM audit), 'hash', id, 'target', id))).*
       FROM audit, unnest($2::text[]) WITH ORDINALITY AS forged (id, n) WHERE target = $1`,
      [like, rows.map(({ id }) => id)],
    )
  }

  it('and in any number of statements, also such as are said to be read, keep no row of the bank from paying', async () => {
    const [own, forged] = [await asked(), await asked()]
    const { _id } = await desk.keep(rowsOf([own]))
    const [pair] = pairsOf(await desk.read(_id))
    if (pair === undefined) throw new Error('There is no pair')
    const rowId = await forge(forged.utr)
    for (const id of [pair.rowId, rowId]) await forgeStatements(id, _id)
    const cashier = stage.tokens.admin('cashier')
    expect(await desk.approve(cashier, [{ rowId, requestId: forged.requestId }])).toEqual(['skipped'])
    expect(await desk.approve(cashier, [pair])).toEqual(['approved'])
  })

  it('of a file that spells them otherwise the statement that has them is asked about once, however many they are', async () => {
    const spelled = Array.from({ length: 2 }, () => spellingsOf(stage.reference()))
    const [first, last] = spelled.map(({ clear }) => clear)
    const { _id } = await desk.keep(spelled.map(({ broken }) => broken))
    const between = rowsOf(Array.from({ length: 1_000 }, () => ({ text: 'CASH' })))
    const targets = await audited(async () =>
      expect(await desk.keep([first ?? '', ...between, last ?? ''])).toMatchObject({ rows: 1_002, keptOtherwise: 0 }),
    )
    expect(targets.filter((target) => target === _id)).toEqual([_id])
  })
})
