import { approveBankMatches, postBankStatement, previewBankStatement, readBankMatches } from '@kismet/contracts'
import type { BankTab, pairMatches, WireOutput } from '@kismet/contracts'
import type { TestAdmin } from '@kismet/test-env/test-tokens'
import type { z } from 'zod'
import type { HttpAnswer, PaymentsStage } from './payments-stage.ts'

export type Preview = z.input<typeof previewBankStatement.output>
export type Kept = z.input<typeof postBankStatement.output>
type Matches = WireOutput<typeof readBankMatches>
export interface Pair {
  rowId: string
  requestId: string
  amount?: number
}

/** What the columns of `fileOf` mean. */
export const columns = { date: 0, text: 1, reference: 2, credit: 3, debit: 4, amount: null, sign: null, balance: 5 }
const header = 'Date,Narration,Ref No,Deposit,Withdrawal,Balance'
export const today = (): string => new Date().toISOString().slice(0, 10)

let count = 0

/** Credits as a bank writes them that tells no balances, each with another text: a file may have any of them. */
export function rowsOf(
  said: readonly { readonly utr?: string; readonly amount?: string; readonly text?: string }[],
): string[] {
  return said.map(({ utr = '', amount = '500.00', text = 'UPI-ASHA RAO' }) => {
    count += 1
    return `${today()},"${text}-${count}",${utr},${amount},,`
  })
}

export const fileOf = (rows: readonly string[]): string => [header, ...rows].join('\n')

export function formOf(file: string | Buffer, chosen?: object): FormData {
  const form = new FormData()
  form.set('fileName', 'statement.csv')
  if (chosen !== undefined) form.set('columns', JSON.stringify(chosen))
  form.set('statement', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), 'statement.csv')
  return form
}

/** The body of an answer. @throws Error for a refusal */
export function bodyOf<Body>({ status, body }: HttpAnswer): Body {
  if (status !== 200) throw new Error(`${status} ${body.message}`)
  return body as unknown as Body
}

/** The pairs of what was read. */
export const pairsOf = ({ rows }: Pick<Matches, 'rows'>): Pair[] =>
  rows.flatMap(({ rowId, request }) => (request === null ? [] : { rowId, requestId: request._id }))

/** Admins at their desk of bank statements. */
export class BankDesk {
  readonly #stage: PaymentsStage

  constructor(stage: PaymentsStage) {
    this.#stage = stage
  }

  post(admin: TestAdmin, file: string | Buffer, chosen: object = columns, replica: 0 | 1 = 0): Promise<HttpAnswer> {
    return this.#stage.post(postBankStatement.route.path, admin, formOf(file, chosen), { replica })
  }

  async preview(admin: TestAdmin, file: string | Buffer): Promise<Preview> {
    return bodyOf(await this.#stage.post(previewBankStatement.route.path, admin, formOf(file)))
  }

  /** Sends rows of a file. */
  async keep(rows: readonly string[]): Promise<Kept['statement']> {
    return bodyOf<Kept>(await this.post(this.#stage.tokens.admin('cashier'), fileOf(rows))).statement
  }

  async read(id: string, tab: BankTab = 'exact'): Promise<Matches> {
    const { out, code } = await this.#stage.call(readBankMatches, this.#stage.tokens.admin('auditor'), { id, tab })
    if (out === undefined) throw new Error(`The matches were refused: ${code}`)
    return out
  }

  /** @returns what came of each */
  async approve(admin: TestAdmin, pairs: Pair[], match: (typeof pairMatches)[number] = 'exact'): Promise<string[]> {
    const { out } = await this.#stage.call(approveBankMatches, admin, { match, pairs })
    return out?.results.map(({ outcome }) => outcome) ?? []
  }
}
