import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  approveBankMatches,
  listBankStatements,
  postBankStatement,
  previewBankStatement,
  readBankMatches,
} from '@kismet/contracts'
import type { AdminRole, BankTab } from '@kismet/contracts'
import { paths } from '../core/paths.ts'
import { preview, statement, talliesOf } from './bank-statements.ts'
import type { WireMatch } from './bank-statements.ts'
import { BackOffice, openApp } from './open-app.tsx'
import type { OpenApp } from './open-app.tsx'

/** A back office with a statement whose rows go where an approval brings them. */
export class BankOffice extends BackOffice {
  rows: WireMatch[]
  /** Pairs by call. */
  readonly asked: { match: string; pairs: { rowId: string; requestId: string }[] }[] = []
  columns: unknown[] = []

  constructor(rows: WireMatch[]) {
    super()
    this.rows = rows
    this.answer(listBankStatements, () => ok({ statements: [statement], next: null }))
    this.answer(readBankMatches, ({ query }) => {
      const tab = (query.get('tab') ?? 'exact') as BankTab
      const found = this.rows.filter((row) => row.tab === tab)
      return ok({ statement, tallies: talliesOf(this.rows), rows: found, next: null, isCut: false })
    })
    this.answer(previewBankStatement, () => ok(preview))
    this.answer(postBankStatement, () => ok({ statement, isKnown: false }))
    this.answer(approveBankMatches, ({ body }) => {
      const order = body as (typeof this.asked)[number]
      this.asked.push(order)
      const ids = order.pairs.map(({ rowId }) => rowId)
      this.rows = this.rows.map((row) => (ids.includes(row.rowId) ? { ...row, tab: 'used' as const } : row))
      return ok({
        results: order.pairs.map(({ requestId }) => ({ requestId, outcome: 'approved' as const, message: null })),
      })
    })
  }
}

/** The page of bank statements, at the statement that it has where nothing else is said. */
export function openBank(
  rows: WireMatch[],
  at = `?id=${statement._id}`,
  { role = 'cashier', phone = false }: { role?: AdminRole; phone?: boolean } = {},
): OpenApp & { office: BankOffice } {
  const office = new BankOffice(rows)
  return { ...openApp(`${paths.bankStatement}${at}`, { office, role, phone }), office }
}
