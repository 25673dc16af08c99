import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** Of a file's rows, so many in a hundred are what they say: requests that a row names exactly, those that a digit is wrong of, money that left. The rest is credits that nobody has asked for. */
const share = { exact: 40, near: 5, debits: 10 } as const
/** Requests that wait and that the file has nothing of, in a hundred of its rows. */
const unnamedShare = 5
const firstUtr = 400_000_000_000
const header = 'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance'

/** What a file has, and what of it is shown as an exact match. */
export interface BankFile {
  readonly text: string
  readonly exact: number
}

interface Asked {
  readonly utr: string
  readonly rupees: number
}

const rupeesOf = (at: number): number => 100 + ((at * 37) % 9_900)
/** Another one for each row of each round; its neighbours are far from it, so that one wrong digit names one request. */
const utrOf = (round: number, at: number): string => String(firstUtr + round * 20_000_000_000 + at * 99_991)
const withWrongDigit = (utr: string): string => `${utr.slice(0, 6)}${(Number(utr[6]) + 1) % 10}${utr.slice(7)}`

/** Has requests wait, and writes the file of the bank that has most of them: as HDFC exports it, of the last days. */
export async function fillDesk(client: pg.Client, playerId: string, round: number, rows: number): Promise<BankFile> {
  const countOf = (percent: number): number => Math.round((rows * percent) / 100)
  const [exact, near, debits] = [countOf(share.exact), countOf(share.near), countOf(share.debits)]
  const asked = Array.from({ length: exact + near + countOf(unnamedShare) }, (_, at) => ({
    // A request that the file does not name has the UTR of no row.
    utr: utrOf(round, at < exact + near ? at : rows + at),
    rupees: rupeesOf(at),
  }))
  await emptyDesk(client)
  await requestDeposits(client, playerId, asked)
  const day = new Date().toISOString().slice(2, 10).split('-').toReversed().join('/')
  let balance = 0
  const lines = Array.from({ length: rows }, (_, at) => {
    const utr = utrOf(round, at)
    const said = at >= exact && at < exact + near ? withWrongDigit(utr) : utr
    const isDebit = at >= rows - debits
    balance += isDebit ? -1 : rupeesOf(at)
    const sides = isDebit ? '1.00,' : `,${rupeesOf(at)}.00`
    return `${day},UPI-PLAYER ${at}-player${at}@okbank-HDFC0001234-${said}-KISMET,0000${said},${day},${sides},${balance}.00`
  })
  return { text: [header, ...lines].join('\n'), exact }
}

/** Nothing of an earlier round is in the way. */
async function emptyDesk(client: pg.Client): Promise<void> {
  await client.query('TRUNCATE payments.bank_statement_row, payments.bank_statement')
  await client.query('DELETE FROM payments.bank_row')
  await client.query('DELETE FROM payments.request')
}

/** Requests as the service stores them, without the pictures: thousands of those would take longer to make than all that is measured. */
async function requestDeposits(client: pg.Client, playerId: string, asked: readonly Asked[]): Promise<void> {
  await client.query(
    `INSERT INTO payments.request (id, kind, status, player_id, player_email, amount_paise, method, utr, utr_normalised, proof_pages, proof_bytes, created_at)
     SELECT id, 'deposit', 'pending', $1, 'player@example.in', rupees * 100, 'UPI', utr, utr, 1, 1, now()
     FROM unnest($2::uuid[], $3::bigint[], $4::text[]) AS asked (id, rupees, utr)`,
    [playerId, asked.map(() => randomUUID()), asked.map(({ rupees }) => rupees), asked.map(({ utr }) => utr)],
  )
  await client.query('VACUUM ANALYZE payments.request, payments.bank_row')
}
