import type { CallError } from '@kismet/app-kit/call-error.ts'
import type { CallResult } from '@kismet/app-kit/call.ts'
import { download } from '@kismet/app-kit/download.ts'
import type { AdminRole, EvidenceKind, OrOther, Proof, Route } from '@kismet/contracts'
import {
  adminGetDeposit,
  adminGetDepositProof,
  adminGetPlayer,
  adminGetWithdrawal,
  adminListEntries,
  bookEvidence,
  getAuditLog,
  getPlayReplay,
  getRoundReplay,
  limits,
  listRoundBets,
  requestHints,
} from '@kismet/contracts'
import { sha256OfBytes, UnreadableProofError, verifyProof } from '@kismet/fairness'
import { z } from 'zod'
import { errorDetail } from '../../core/error-text.ts'
import { evidencePath } from '../../core/paths.ts'
import { fromContract, inSession } from '../../entities/session/from-contract.ts'
import { mayCall } from '../../entities/session/roles.ts'

type CallApi = Parameters<ReturnType<typeof fromContract>['queryFn']>[1]

/** Who makes evidence, and when. */
interface Maker {
  readonly username: string
  readonly role: OrOther<AdminRole>
  readonly nowMs: number
  readonly callApi: CallApi
}

/** A part of the evidence, in the form of the wire: amounts are in rupees, times are in UTC. */
type Part = Readonly<Record<string, unknown>> | readonly unknown[]

/** A picture of the proof of a deposit, for the saved files. The server stores at most 1 MiB of each. */
interface ProofPicture {
  readonly page: number
  readonly type: string
  readonly base64: string
}

/** All that is known about one bet, round or request. `missing`: the parts that could not be read, and why. */
export interface Evidence {
  readonly about: Readonly<Record<string, string>>
  readonly parts: Readonly<Record<string, Part>>
  readonly proof: Proof | null
  readonly pictures: readonly ProofPicture[]
  readonly missing: readonly { readonly part: string; readonly why: string }[]
}

/** The most pages that are read of one list. */
const mostPages = 25

interface Listed {
  readonly rows: readonly unknown[]
  readonly nextCursor: string | null
}

/** Reads a list to its end, or to the most pages. */
async function readPages(
  read: (cursor: string | undefined) => Promise<CallResult<Listed>>,
): Promise<CallResult<{ rows: unknown[]; isCut: boolean }>> {
  const rows: unknown[] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const { data, error } = await read(cursor)
    if (error) return { error }
    rows.push(...data.rows)
    if (data.nextCursor === null) return { data: { rows, isCut: false } }
    cursor = data.nextCursor
  }
  return { data: { rows, isCut: true } }
}

/** Collects the parts. A part that fails is missing, and the others stay. */
class Collection {
  readonly parts: Record<string, Part> = {}
  readonly missing: { part: string; why: string }[] = []
  readonly pictures: ProofPicture[] = []
  readonly #maker: Maker

  constructor(maker: Maker) {
    this.#maker = maker
  }

  /** Adds the list of a call. */
  async list(
    part: string,
    route: Route,
    read: (cursor: string | undefined) => Promise<CallResult<Listed>>,
  ): Promise<void> {
    if (!this.#may(part, route)) return
    const { data, error } = await readPages(read)
    if (error) {
      this.#lacks(part, error)
      return
    }
    this.parts[part] = data.rows
    if (data.isCut) this.missing.push({ part, why: `Only the first ${data.rows.length} rows are here.` })
  }

  /** Adds the answer of a call. */
  async add(part: string, route: Route, read: () => Promise<CallResult<Part>>): Promise<void> {
    if (!this.#may(part, route)) return
    const { data, error } = await read()
    if (error) this.#lacks(part, error)
    else this.parts[part] = data
  }

  #may(part: string, route: Route): boolean {
    const { role } = this.#maker
    if (mayCall(route, role)) return true
    this.missing.push({ part, why: `The role ${role} may not read it.` })
    return false
  }

  #lacks(part: string, error: CallError): void {
    this.missing.push({ part, why: errorDetail(error) ?? 'It could not be read.' })
  }
}

const limit = limits.listRows
const wire = (schema: z.ZodType, data: unknown): Part => z.encode(schema, data) as Part

/** The ledger entries and the audit rows that name the id. */
async function addTraces(found: Collection, id: string, since: string, { callApi }: Maker): Promise<void> {
  await Promise.all([
    found.list('ledger entries', adminListEntries.route, async (cursor) => {
      const { data, error } = await fromContract(adminListEntries).queryFn({ reference: id, limit, cursor }, callApi)
      if (error) return { error }
      const { entries } = wire(adminListEntries.output, data) as { entries: unknown[] }
      return { data: { rows: entries, nextCursor: data.nextCursor } }
    }),
    found.list('audit log', getAuditLog.route, async (cursor) => {
      const asked = { search: id, from: since, limit, cursor }
      const { data, error } = await fromContract(getAuditLog).queryFn(asked, callApi)
      if (error) return { error }
      for (const service of data.silent)
        found.missing.push({ part: 'audit log', why: `${service} did not answer. Its rows may be missing.` })
      return { data: { rows: data.rows, nextCursor: data.nextCursor } }
    }),
  ])
}

const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

const deletedText = 'The proof was deleted at the end of its time. Its pictures are not in this file.'

/** The pictures of a proof, with names, sizes and hashes. Each is downloaded, which the audit log records. */
async function readFiles(
  { pictures }: Collection,
  id: string,
  pages: number,
  callApi: CallApi,
): Promise<CallResult<Part>> {
  const files: unknown[] = []
  const { route } = adminGetDepositProof
  for (let page = 1; page <= pages; page++) {
    const { data, error } = await inSession(route.path, callApi, (token) =>
      download(route, { id, page: String(page) }, { token }),
    )
    if (error) return { error }
    const bytes = new Uint8Array(await data.arrayBuffer())
    const isPicture = /^image\/(jpeg|png|webp)$/.test(data.type)
    if (isPicture) pictures.push({ page, type: data.type, base64: base64Of(bytes) })
    const picture = isPicture ? 'in the saved file' : 'not in the saved file'
    files.push({ name: data.name, page, bytes: data.size, sha256: sha256OfBytes(bytes), picture })
  }
  return { data: files }
}

/** The subject of the evidence, when it began, its player and its proof of fairness. */
interface Subject {
  readonly part: Part
  readonly since: string
  readonly playerId: string | null
  readonly proof: Proof | null
  /** Adds the parts that only this kind has. */
  readonly more?: (found: Collection) => Promise<unknown>
}

/** When the first audit row about a bet or round can be. A clock may be a little wrong. */
const before = (at: string): string => new Date(Date.parse(at) - 3_600_000).toISOString()

const readSubject: Readonly<Record<EvidenceKind, (id: string, maker: Maker) => Promise<CallResult<Subject>>>> = {
  bet: async (id, { callApi, nowMs }) => {
    const { data, error } = await fromContract(getPlayReplay).queryFn({ betId: id }, callApi)
    if (error) return { error }
    const { proof, playerId, steps } = data.play
    const { proof: _, ...part } = (wire(getPlayReplay.output, data) as { play: Record<string, unknown> }).play
    return { data: { part, since: before(steps[0]?.at ?? new Date(nowMs).toISOString()), playerId, proof } }
  },
  round: async (id, { callApi }) => {
    const { data, error } = await fromContract(getRoundReplay).queryFn({ round: id }, callApi)
    if (error) return { error }
    const { proof, openedAt } = data.round
    const { proof: _, ...part } = (wire(getRoundReplay.output, data) as { round: Record<string, unknown> }).round
    const more = (found: Collection): Promise<unknown> =>
      found.list('bets', listRoundBets.route, async (cursor) => {
        const answer = await fromContract(listRoundBets).queryFn({ round: id, limit, cursor }, callApi)
        if (answer.error) return { error: answer.error }
        const { bets } = wire(listRoundBets.output, answer.data) as { bets: unknown[] }
        return { data: { rows: bets, nextCursor: answer.data.nextCursor } }
      })
    return { data: { part, since: before(openedAt), playerId: null, proof, more } }
  },
  deposit: async (id, { callApi }) => {
    const { data, error } = await fromContract(adminGetDeposit).queryFn({ id }, callApi)
    if (error) return { error }
    const { user, createdAt, proofDeletedAt, proofPages } = data.deposit
    const { deposit: part } = wire(adminGetDeposit.output, data) as { deposit: Part }
    const more = async (found: Collection): Promise<unknown> => {
      if (proofDeletedAt === null)
        return found.add('proof files', adminGetDepositProof.route, () => readFiles(found, id, proofPages, callApi))
      return found.missing.push({ part: 'proof files', why: deletedText })
    }
    return { data: { part, since: before(createdAt), playerId: user._id, proof: null, more } }
  },
  withdrawal: async (id, { callApi }) => {
    const { data, error } = await fromContract(adminGetWithdrawal).queryFn({ id }, callApi)
    if (error) return { error }
    const { user, createdAt } = data.withdrawal
    const { withdrawal: part } = wire(adminGetWithdrawal.output, data) as { withdrawal: Part }
    return { data: { part, since: before(createdAt), playerId: user._id, proof: null } }
  },
}

/** Verifies the proof in this browser. */
function fairnessOf(proof: Proof): Part {
  try {
    const { valid, steps } = verifyProof(proof)
    return { valid, steps: steps.map(({ name, title, ok, value }) => ({ name, title, ok, value })) }
  } catch (error) {
    if (error instanceof UnreadableProofError) return { valid: false, steps: [] }
    throw error
  }
}

const addHints = (found: Collection, id: string, { callApi }: Maker): Promise<void> =>
  found.add('bank and hints', requestHints.route, async () => {
    const { data, error } = await fromContract(requestHints).queryFn({ id }, callApi)
    return error ? { error } : { data: wire(requestHints.output, data) }
  })

/**
 * Collects all that is known, by the calls that this admin may make. The audit log records the evidence first.
 * @returns the error of the audit row or of the subject
 */
export async function makeEvidence(kind: EvidenceKind, id: string, maker: Maker): Promise<CallResult<Evidence>> {
  const { username, nowMs, callApi } = maker
  const booked = await fromContract(bookEvidence).queryFn({ kind, id }, callApi)
  if (booked.error) return { error: booked.error }
  const { data: subject, error } = await readSubject[kind](id, maker)
  if (error) return { error }
  const { part, since, playerId, proof, more } = subject
  const found = new Collection(maker)
  found.parts[kind] = part
  const isRequest = kind === 'deposit' || kind === 'withdrawal'
  await Promise.all([
    playerId !== null &&
      found.add('player', adminGetPlayer.route, async () => {
        const { data, error: failed } = await fromContract(adminGetPlayer).queryFn({ id: playerId }, callApi)
        return failed ? { error: failed } : { data: data.player }
      }),
    addTraces(found, id, since, maker),
    isRequest && addHints(found, id, maker),
    more?.(found),
  ])
  if (proof !== null) found.parts.fairness = fairnessOf(proof)
  const link = `${location.origin}${evidencePath(kind, id)}`
  const about = { evidence: `Kismet, ${kind} ${id}`, madeAt: new Date(nowMs).toISOString(), madeBy: username, link }
  const { parts, pictures, missing } = found
  return { data: { about, parts, proof, pictures, missing } }
}
