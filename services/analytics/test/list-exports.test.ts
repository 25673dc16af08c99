import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  adminListEntries,
  adminListPlayers,
  auditedServices,
  bookExport,
  exportAuditLog,
  exportCorrections,
  exportEntries,
  exportPlayerDayStatement,
  exportPlayers,
  exportProfitLoss,
  limits,
  listCorrections,
  paise,
  readAuditOf,
} from '@kismet/contracts'
import type { AdminEntry, AuditRow, Correction, Input, PlayerRow, StreamRoute } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { standIn } from '@kismet/test-env/test-bus'
import { TestClock } from '@kismet/test-env/test-clock'
import { fromGateway } from '@kismet/test-env/test-streams'
import { unzipSync } from 'fflate'
import { findProgress } from '../src/ingest/store.ts'
import { AnalyticsWorld } from './world.ts'

/** 00:30 on 1 December in India. */
const now = Date.parse('2026-11-30T19:00:00.000Z')
const noon = '2026-11-28T06:30:00.000Z'
const many = limits.listRows * 2 + 1
const idOf = (number: number) => `0190b2a0-0000-7000-8000-${String(number).padStart(12, '0')}`
const formula = '=1+1@example.in'

const players = Array.from({ length: many }, (_, at): PlayerRow => {
  const email = at === 1 ? formula : `player-${at}@example.in`
  return { _id: idOf(many - at), email, username: null, state: 'active', verifiedAt: noon, lastLoginAt: null }
})
const entries = Array.from({ length: many }, (_, at): AdminEntry => {
  const sequence = many - at
  const sides = { open: paise(0), held: paise(0), house: paise(1_050), outside: paise(0), bonus: paise(0) }
  const sums = { amount: paise(-1_050), stake: paise(1_050), payout: paise(0), balanceAfter: paise(123_456) }
  const about = { playerId: idOf(1), reference: idOf(7), note: null, at: noon }
  return { _id: `${idOf(1)}:${sequence}`, sequence, kind: 'play', game: 'Dice', sides, ...sums, ...about }
})
const corrections = Array.from({ length: many }, (_, at): Correction => {
  const proposed = { proposedBy: { _id: idOf(9), username: 'owner' }, proposedAt: noon }
  const open = { decidedBy: null, decidedAt: null, rejectionReason: null, isBooked: false, failure: null }
  const player = { email: formula, balance: paise(0) }
  const what = {
    playerId: idOf(1),
    amount: paise(-1_050),
    account: 'house',
    reason: '=1+1',
    status: 'pending',
  } as const
  return { _id: idOf(many - at), ...what, ...proposed, ...open, player }
})
const auditRows = (service: (typeof auditedServices)[number]) =>
  Array.from({ length: many }, (_, at): AuditRow => {
    const what = { action: 'player.note', target: idOf(1), detail: { amountPaise: 5, note: '=1+1' } }
    const by = { admin: { _id: idOf(9), username: 'owner' }, requestId: 'request', ip: '127.0.0.1' }
    const hashes = { previousHash: '0'.repeat(64), hash: 'f'.repeat(64) }
    return { service, sequence: many - at, at: noon, ...what, ...by, ...hashes }
  })

let world: AnalyticsWorld
const buses: Bus[] = []
let asha = ''
/** What the other services were asked. */
const asked: { players: unknown[]; entries: unknown[]; booked: Input<typeof bookExport>[] } = {
  players: [],
  entries: [],
  booked: [],
}
let silent: string | undefined

/** A page of rows, with the number of the next row as its cursor. */
function pageOf<Row>(rows: readonly Row[], { cursor = '0', limit }: { cursor?: string | undefined; limit: number }) {
  const end = Number(cursor) + limit
  return { page: rows.slice(Number(cursor), end), nextCursor: end < rows.length ? String(end) : null }
}

const handlers = {
  book: handle(bookExport, (_context: undefined, { input, admin }) => {
    if (silent === 'auth') throw new Refusal('unavailable')
    asked.booked.push(input)
    return Promise.resolve({ message: admin.username })
  }),
  players: handle(adminListPlayers, (_context: undefined, { input }) => {
    asked.players.push(input)
    const { page, nextCursor } = pageOf(players, input)
    return Promise.resolve({ players: page, nextCursor })
  }),
  entries: handle(adminListEntries, (_context: undefined, { input }) => {
    asked.entries.push(input)
    const { page, nextCursor } = pageOf(entries, input)
    return Promise.resolve({ entries: page, nextCursor })
  }),
  corrections: handle(listCorrections, (_context: undefined, { input }) => {
    const { page, nextCursor } = pageOf(corrections, input)
    return Promise.resolve({ corrections: page, nextCursor, pending: many })
  }),
}
const auditOf = (service: (typeof auditedServices)[number]) =>
  handle(readAuditOf(service), (_context: undefined, { input: { before = many + 1, limit } }) => {
    if (silent === service) throw new Refusal('unavailable')
    const rows = auditRows(service).filter(({ sequence }) => sequence < before)
    const last = rows.length > limit ? rows[limit - 1] : undefined
    const next = last === undefined ? null : { before: last.sequence, at: last.at }
    return Promise.resolve({ rows: rows.slice(0, limit), next })
  })

beforeAll(async () => {
  world = await AnalyticsWorld.create()
  const { nats, tokens, script } = world
  const answers = {
    auth: [handlers.book, handlers.players],
    wallet: [handlers.entries, handlers.corrections],
    payments: [],
    aviator: [],
  } as const
  for (const service of auditedServices)
    buses.push(await standIn(nats, service, tokens, [...answers[service], auditOf(service)]))
  await world.start()
  Object.assign(world.running.context, { clock: new TestClock(now), playersListed: 1 })
  asha = tokens.player().id
  const vikram = tokens.player().id
  world.emails.set(asha, formula)
  script.atMs = Date.parse(noon)
  script.move(asha, 'deposit', 1_000_000)
  script.move(vikram, 'deposit', 1_000_000)
  script.play(asha, 'Dice', 10_000, 0)
  script.play(vikram, 'Dice', 20_000, 30_000)
  script.atMs = now - 60_000
  script.play(asha, 'Slots', 1_000, 500)
  script.play(vikram, 'Slots', 3_000, 0)
  await world.settle()
})
afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()))
  await world.close()
})
beforeEach(() => {
  silent = undefined
  for (const calls of Object.values(asked)) calls.length = 0
})

type Role = 'owner' | 'cashier' | 'support' | 'auditor'
const fetchFile = (stream: StreamRoute, query: string, token = world.tokens.admin('auditor').token) => {
  const path = stream.route.path.replace(':userId', asha)
  const headers = { ...fromGateway, authorization: `Bearer ${token}` }
  return fetch(`http://127.0.0.1:${world.running.port}${path}?${query}`, { headers })
}
/** The rows of a file in CSV, the first of them its head. */
async function linesOf(stream: StreamRoute, query = ''): Promise<string[]> {
  const text = await (await fetchFile(stream, query)).text()
  return text.replace('\ufeff', '').trim().split('\r\n')
}
const nameOf = async (stream: StreamRoute, query: string) => {
  const response = await fetchFile(stream, query)
  await response.body?.cancel()
  return /filename="(.*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
}

const ofPlayer = `playerId=${idOf(1)}`
const hashes = `${'0'.repeat(64)},${'f'.repeat(64)}`

const files = [
  {
    stream: exportPlayers,
    head: 'Id,Email,State,Signed up (IST),Last login (IST)',
    first: `${idOf(many)},player-0@example.in,active,2026-11-28 12:00:00,`,
    rows: many,
  },
  {
    stream: exportEntries,
    query: ofPlayer,
    head: 'Player,No.,Time (IST),Kind,Game,About,Change,Balance after,Stake,Payout,Open stakes,Held,House,Cash in and out,Bonuses,Note',
    first: `${idOf(1)},${many},2026-11-28 12:00:00,play,Dice,${idOf(7)},-10.50,1234.56,10.50,0.00,0.00,0.00,10.50,0.00,0.00,`,
    rows: many,
  },
  {
    stream: exportCorrections,
    head: 'Id,Proposed at (IST),Proposed by,Player,Email,Amount,Borne by,Reason,Status,Decided at (IST),Decided by,Rejected because,Failure',
    first: `${idOf(many)},2026-11-28 12:00:00,owner,${idOf(1)},'${formula},-10.50,house,'=1+1,pending,,,,`,
    rows: many,
  },
  {
    stream: exportAuditLog,
    head: 'Service,No.,Time (IST),Admin,Admin id,Action,On,Amount,Player,Email,Detail,Request,Address,Previous hash,Hash',
    first: `auth,${many},2026-11-28 12:00:00,owner,${idOf(9)},player.note,${idOf(1)},0.05,${idOf(1)},,"{""amountPaise"":5,""note"":""=1+1""}",request,127.0.0.1,${hashes}`,
    rows: many * auditedServices.length,
  },
  {
    stream: exportProfitLoss,
    query: 'sort=netResult&order=asc',
    head: 'Player,Email,Total bet,Total winnings,Net P/L,Games played',
    first: /^[0-9a-f-]{36},,30.00,0.00,-30.00,1$/,
    rows: 2,
  },
  {
    stream: exportPlayerDayStatement,
    head: 'Time (IST),Game,Id,Result,Stake,Payout,Change,Balance',
    first: /^2026-12-01 00:29:00,Slots,[0-9a-f-]{36},win,10.00,5.00,-5.00,9895.00$/,
    rows: 1,
  },
] as const

describe.each(files.map((file) => ({ query: '', ...file, path: file.stream.route.path })))(
  'the file of $path',
  ({ stream, query, head, first, rows }) => {
    it('has its columns, and each row of each page once', async () => {
      const lines = await linesOf(stream, query)
      expect(lines[0]).toBe(head)
      expect(lines[1]).toMatch(first)
      expect(lines).toHaveLength(rows + 1)
      expect(new Set(lines).size).toBe(rows + 1)
    })

    it('is in the audit log, or not sent', async () => {
      await linesOf(stream, `${query}&format=csv`)
      expect(asked.booked).toMatchObject([{ format: 'csv' }])
      silent = 'auth'
      const refused = await fetchFile(stream, query)
      expect([refused.status, await refused.json()]).toEqual([503, expect.objectContaining({ code: 'unavailable' })])
    })

    it('is for the roles of its list', async () => {
      const { admin } = stream.route.access
      for (const role of ['owner', 'cashier', 'support', 'auditor'] satisfies Role[]) {
        const response = await fetchFile(stream, query, world.tokens.admin(role).token)
        await response.text()
        expect([role, response.status]).toEqual([role, admin.includes(role) ? 200 : 403])
      }
      expect((await fetchFile(stream, query, world.tokens.player().token)).status).toBe(401)
    })
  },
)

describe('the name of a file', () => {
  const november = 'from=2026-11-01&to=2026-11-28'
  const instants = 'from=2026-10-31T18:30:00.000Z&to=2026-11-28T18:30:00.000Z'
  it.each([
    [exportPlayers, '', 'players.csv'],
    [exportPlayers, `${november}&state=active&search=asha`, 'players-2026-11-01-to-2026-11-28-active-filtered.csv'],
    [exportEntries, `${ofPlayer}&${november}`, `entries-2026-11-01-to-2026-11-28-${idOf(1)}.csv`],
    [exportEntries, `reference=${idOf(7)}`, `entries-${idOf(7)}.csv`],
    [exportCorrections, 'status=pending', 'corrections-2026-12-01-pending.csv'],
    [exportAuditLog, `${instants}&action=player&format=xlsx`, 'audit-log-2026-11-01-to-2026-11-28-player.xlsx'],
    [exportProfitLoss, '', 'profit-loss-2026-12-01.csv'],
    [exportProfitLoss, 'from=2026-11-28&search=asha', 'profit-loss-2026-11-28-to-2026-12-01-filtered.csv'],
  ] as const)('has the days and filters: %#', async (stream, query, name) => {
    expect(await nameOf(stream, query)).toBe(name)
  })
})

it('the filters of a list reach its service, and the audit log', async () => {
  await linesOf(exportPlayers, 'from=2026-11-01&state=closed&search=asha')
  const filters = { from: '2026-11-01', state: 'closed', search: 'asha' }
  expect(asked.players[0]).toEqual({ ...filters, limit: limits.listRows })
  expect(JSON.parse(asked.booked[0]?.filters ?? '')).toEqual({ ...filters, search: true })
  await linesOf(exportEntries, `${ofPlayer}&from=2026-11-01&to=2026-11-28`)
  expect(asked.entries).toHaveLength(3)
  expect(asked.entries[0]).toMatchObject({ playerId: idOf(1), from: '2026-11-01', to: '2026-11-28' })
})

it('a profit and loss has the days of its range, e-mails, and players that the list of today leaves out', async () => {
  const range = 'from=2026-11-28&to=2026-12-01'
  const lines = await linesOf(exportProfitLoss, `${range}&sort=gamesPlayed`)
  expect(lines).toContain(`${asha},'${formula},110.00,5.00,-105.00,2`)
  expect(lines.find((line) => line.includes(',230.00,'))).toMatch(/,,230.00,300.00,70.00,2$/)
  expect(await linesOf(exportProfitLoss, `${range}&search=%3D1`)).toHaveLength(2)
})

it('a profit and loss with missing days says so in its name', async () => {
  const { documents } = world.running.context
  const setStep = (daysStep: number) =>
    documents.run(({ store }) => store.progress.updateOne({ _id: 'entries' }, { $set: { daysStep } }))
  const known = (await findProgress(documents))?.daysStep ?? 0
  await setStep(-1)
  expect(await nameOf(exportProfitLoss, 'from=2026-11-02&to=2026-11-02')).toBe('profit-loss-2026-11-02-partial.csv')
  await setStep(known)
})

it('a formula is a text in both formats', async () => {
  expect((await linesOf(exportPlayers))[2]).toContain(`,'${formula},`)
  const response = await fetchFile(exportPlayers, 'format=xlsx')
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml'])
  expect(sheet).toContain(`t="inlineStr"><is><t xml:space="preserve">${formula}</t>`)
  expect(sheet).not.toContain('<f>')
})

it('a service without an answer refuses the audit log, because its rows would be missing', async () => {
  silent = 'aviator'
  const response = await fetchFile(exportAuditLog, '')
  expect([response.status, await response.json()]).toEqual([503, expect.objectContaining({ code: 'unavailable' })])
})

it.each([
  [exportEntries, '', 'Name a playerId or a reference.'],
  [exportPlayers, 'from=yesterday', 'A day is written as 2026-11-28.'],
  [exportProfitLoss, 'from=2026-01-01&to=2026-11-28', 'A range has at most 92 days.'],
] as const)('bad filters are refused and not booked: %#', async (stream, query, message) => {
  const response = await fetchFile(stream, query)
  expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ message })])
  expect(asked.booked).toEqual([])
})
