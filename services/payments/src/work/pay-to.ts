import { limits, readAdminStanding } from '@kismet/contracts'
import type { OwnerNotice } from '@kismet/contracts'
import { operator } from '@kismet/service-kit/audit/chain'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import { checkTwoPeople } from '@kismet/service-kit/two-admins'
import type { Context } from '../context.ts'
import { tellOwners } from '../db/notices.ts'
import * as payTo from '../db/pay-to.ts'
import type { Proposal, StoredAccount } from '../db/pay-to.ts'
import type { PayToTerms } from '../domain/pay-to.ts'
import { auditedState, auditedTerms, changeAction, targetOf } from './audited-pay-to.ts'
import type { Fields } from './audited-pay-to.ts'
import { keptQrProblem, requireSamePayee } from './kept-qr.ts'
import { readShown } from './shown-accounts.ts'

interface By {
  readonly admin: Pick<Admin, 'id' | 'username'>
  readonly meta: Pick<CallMeta, 'requestId' | 'ip'>
}

const proposeAction = 'deposit-settings.propose'
const withdrawAction = 'deposit-settings.withdraw'

/** What a change says in the audit log, and takes effect with only if both are the same. */
const termsOf = ({ id, terms, isOn, proposedBy, takesEffectAtMs }: Proposal): Fields => ({
  ...{ id, ...auditedTerms(terms), isOn, proposedBy },
  takesEffectAt: isoTime(takesEffectAtMs),
})

/** An account in one line, for the owners. */
function describe({ terms, isOn }: Pick<StoredAccount, 'terms' | 'isOn'>): string {
  if (terms === null) return 'no account'
  const { qrVersion, dailyLimitPaise: limit, methods, name, ifsc } = terms
  const address = { upi: 'UPI ID', bank: 'account', wallet: 'wallet' }[terms.kind]
  return [
    `${address} ${terms.address ?? 'none'}`,
    ...(name === '' ? [] : [`name ${name}`]),
    ...(ifsc === null ? [] : [`IFSC ${ifsc}`]),
    ...(terms.kind === 'upi' ? [`QR image ${qrVersion?.slice(0, 8) ?? 'none'}`] : []),
    `methods ${methods.join(' ')}`,
    `daily limit ${limit === null ? 'none' : `₹${limit / 100}`}`,
    isOn ? 'on' : 'off',
  ].join(', ')
}

interface Said {
  readonly event: OwnerNotice['event']
  /** For the owners. */
  readonly told: string
  readonly action: string
  readonly target: string
  readonly detail: Fields
}

/** Writes the mail to the owners and the row of the audit log about a change. */
async function say(ctx: Context, transaction: Queryable, { admin, meta }: By, said: Said): Promise<void> {
  const { event, told, action, target, detail } = said
  await tellOwners(transaction, ctx, { event, by: admin.username, detail: told })
  await ctx.audit.append(transaction, { admin, action, target, detail, meta })
}

/** Writes what players see of an account, in the place of a change that waits. */
async function putInUse(
  ctx: Context,
  transaction: Queryable,
  by: By,
  { account, terms, isOn, detail }: { account: StoredAccount; terms: PayToTerms; isOn: boolean; detail: Fields },
): Promise<StoredAccount> {
  const { id } = account
  const atMs = ctx.clock.now()
  const isSame = account.terms !== null && isSameTerms(account.terms, terms)
  const revision = isSame ? account.revision : ctx.randomness.id(atMs)
  if (revision !== null && !isSame)
    await payTo.insertRevision(transaction, { id: revision, accountId: id, terms, atMs })
  const changed = { id, isOn, revision, terms, proposal: null }
  await payTo.changeAccount(transaction, changed)
  await payTo.keepForPreviousRelease(transaction)
  const told = `Account now: ${describe(changed)}. Before: ${describe(account)}.`
  const row = { action: changeAction, target: targetOf(id), detail: { ...auditedState(changed), ...detail } }
  await say(ctx, transaction, by, { event: 'pay_to_changed', told, ...row })
  return changed
}

const isSameTerms = (one: PayToTerms, other: PayToTerms): boolean =>
  JSON.stringify(auditedTerms(one)) === JSON.stringify(auditedTerms(other))

/** Which account a change is about: its id, `new`, or undefined for the account that players who pay by UPI see. */
function chooseAccount(accounts: readonly StoredAccount[], wanted: string | undefined, shownId: string | undefined) {
  if (wanted === 'new') return undefined
  if (wanted === undefined)
    return accounts.find(({ id }) => id === shownId) ?? accounts.find(({ terms }) => terms?.kind === 'upi')
  const found = accounts.find(({ id }) => id === wanted)
  if (found === undefined) throw new Refusal('not_found')
  return found
}

type Changed = Pick<Proposal, 'terms' | 'isOn'>

interface Wanted {
  readonly account: string | undefined
  readonly seenVersion: string | undefined
}

/**
 * The account that an admin wants to change; a new one if it is not there.
 * @throws Refusal `not_found`; `settings_changed` when the admin has seen another revision; `invalid_request` at the most accounts
 */
async function holdAccount(ctx: Context, transaction: Queryable, { account: wanted, seenVersion }: Wanted) {
  const accounts = await payTo.holdPayToAccounts(transaction)
  const shown = (await readShown(transaction, ctx.clock.now())).get('UPI')
  const found = chooseAccount(accounts, wanted, shown?.id)
  if (seenVersion !== undefined && seenVersion !== payTo.versionOf(found)) throw new Refusal('settings_changed')
  // The first account needs no second owner.
  const isFirst = accounts.every(({ revision }) => revision === null)
  if (found !== undefined) return { account: found, isFirst }
  const max = limits.payTo.accounts
  if (accounts.length >= max) throw new Refusal('invalid_request', `There are at most ${max} accounts.`, { max })
  const id = ctx.randomness.id(ctx.clock.now())
  await payTo.insertAccount(transaction, id)
  return { account: { id, isOn: false, revision: null, terms: null, proposal: null }, isFirst }
}

/**
 * Changes where players pay to: an account, or whether it is on. A change waits for a second owner, or for the delay of the
 * operator. The same change again keeps its time.
 * @param changeOf gives the new values, in the transaction
 * @returns the account with the change in use, or with the change that waits
 * @throws Refusal `not_found`, `settings_changed`
 */
export function proposePayTo(
  ctx: Context,
  by: By & Wanted & { readonly qrUploaded: boolean },
  changeOf: (transaction: Queryable, before: StoredAccount) => Changed | Promise<Changed>,
): Promise<StoredAccount> {
  const { payToDelayMs } = ctx
  const { admin, qrUploaded } = by
  return inTransaction(ctx.db, async (transaction) => {
    const { account, isFirst } = await holdAccount(ctx, transaction, by)
    const { terms, isOn } = await changeOf(transaction, account)
    if (payToDelayMs === 0 || isFirst)
      return putInUse(ctx, transaction, by, { account, terms, isOn, detail: { qrUploaded } })
    const before = account.proposal
    const isSame = before !== null && before.isOn === isOn && isSameTerms(before.terms, terms)
    if (isSame && before.proposedBy === admin.id) return account
    const proposedAtMs = ctx.clock.now()
    const times = { proposedAtMs, takesEffectAtMs: proposedAtMs + payToDelayMs }
    const id = ctx.randomness.id(proposedAtMs)
    const proposal = { id, terms, isOn, proposedBy: admin.id, proposedByName: admin.username, ...times }
    const changed = { ...account, proposal }
    await payTo.changeAccount(transaction, changed)
    const hours = Math.round(payToDelayMs / 3_600_000)
    const waits = `It takes effect in ${hours} hours, or when a second owner confirms it. Any owner can withdraw it.`
    const told = `Proposed: ${describe(proposal)}. In use: ${describe(account)}. ${waits}`
    const row = { action: proposeAction, target: targetOf(account.id), detail: { ...termsOf(proposal), qrUploaded } }
    await say(ctx, transaction, by, { event: 'pay_to_proposed', told, ...row })
    return changed
  })
}

/** Switches an account off at once, and withdraws its change that waits. @throws Refusal `not_found`, `settings_changed` */
export async function switchOff(ctx: Context, by: By, wanted: Wanted): Promise<void> {
  await inTransaction(ctx.db, async (transaction) => {
    const { account } = await holdAccount(ctx, transaction, wanted)
    const { terms } = account
    if (terms === null) throw new Refusal('not_found')
    await putInUse(ctx, transaction, by, { account, terms, isOn: false, detail: {} })
  })
}

/** Sets the order of the accounts. @throws Refusal `settings_changed` when these are not all accounts */
export async function orderAccounts(ctx: Context, by: By, ids: readonly string[]): Promise<void> {
  await inTransaction(ctx.db, async (transaction) => {
    const accounts = await payTo.holdPayToAccounts(transaction)
    const isAll = new Set(ids).size === ids.length && ids.length === accounts.length
    if (!isAll || !accounts.every(({ id }) => ids.includes(id))) throw new Refusal('settings_changed')
    await payTo.setOrder(transaction, ids)
    await payTo.keepForPreviousRelease(transaction)
    const inOrder = ids.map((wanted) => accounts.find(({ id }) => id === wanted)?.terms?.address ?? 'none')
    const told = `The order of the accounts that players pay to: ${inOrder.join(', ')}.`
    const row = { action: 'deposit-settings.order', target: 'deposit-settings', detail: { ids: ids.join(' ') } }
    await say(ctx, transaction, by, { event: 'pay_to_changed', told, ...row })
  })
}

const noLongerWaits = () => new Refusal('settings_changed', 'This change does not wait any more. Check the settings.')

type Waiting = StoredAccount & { readonly proposal: Proposal }

/** The account with a change that waits. @throws Refusal `settings_changed` when no such change waits */
function requireWaiting(accounts: readonly StoredAccount[], id: string): Waiting {
  const account = accounts.find(({ proposal }) => proposal?.id === id)
  if (account === undefined || account.proposal === null) throw noLongerWaits()
  return { ...account, proposal: account.proposal }
}

const holdWaiting = async (transaction: Queryable, id: string) =>
  requireWaiting(await payTo.holdPayToAccounts(transaction), id)

/**
 * Puts the change that waits into effect.
 * @param waits the change as it was when its owners were checked
 * @throws Refusal `settings_changed`; Error for a change that someone else wrote into the database, which differs from its
 *   row of the audit log
 */
async function takeEffect(ctx: Context, transaction: Queryable, by: By, waits: Proposal): Promise<void> {
  const { proposal, ...account } = await holdWaiting(transaction, waits.id)
  const row = { action: proposeAction, target: targetOf(account.id) }
  const written = await ctx.audit.newestOf(transaction, row)
  const seen = termsOf(waits)
  const all = Object.entries(termsOf(proposal))
  if (written === undefined || all.some(([name, value]) => written[name] !== value || seen[name] !== value))
    throw new Error('the proposed deposit settings differ from the audit log')
  const { terms, isOn, proposedByName: proposedBy } = proposal
  await putInUse(ctx, transaction, by, { account: { ...account, proposal }, terms, isOn, detail: { proposedBy } })
}

/** Whether an admin is an enabled owner at this moment. @throws Refusal `unavailable` without an answer of auth */
async function isOwner({ bus }: Context, adminId: string, requestId: string): Promise<boolean> {
  const { admins } = await bus.call(readAdminStanding, { ids: [adminId] }, { requestId })
  return admins.some(({ _id, role, isEnabled }) => _id === adminId && role === 'owner' && isEnabled)
}

const notConfirmed = 'You proposed this change, or you and the owner who proposed it may be one person.'

const qrProblemOf = (ctx: Context, { terms: inUse, proposal }: Waiting, adminId: string) =>
  keptQrProblem(ctx, { payTo: proposal.terms, inUse, isChecked: true, adminId })

/**
 * Puts a change that waits into effect, as a second owner.
 * @throws Refusal `second_admin_needed`, `qr_differs`, `settings_changed`, `unavailable`
 */
export async function confirmPayTo(ctx: Context, by: By, id: string): Promise<void> {
  const waiting = requireWaiting(await payTo.readPayToAccounts(ctx.db), id)
  const { proposedBy } = waiting.proposal
  const { requestId } = by.meta
  const isSecond =
    (await checkTwoPeople(ctx.bus, [proposedBy, by.admin.id], requestId)) &&
    (await isOwner(ctx, proposedBy, requestId)) &&
    (await isOwner(ctx, by.admin.id, requestId))
  if (!isSecond) throw new Refusal('second_admin_needed', `${notConfirmed} Another owner has to confirm the change.`)
  requireSamePayee(await qrProblemOf(ctx, waiting, by.admin.id))
  await inTransaction(ctx.db, (transaction) => takeEffect(ctx, transaction, by, waiting.proposal))
}

/** Withdraws a change that waits. A new account goes with its change. @throws Refusal `settings_changed` */
export async function withdrawPayTo(ctx: Context, by: By, id: string): Promise<void> {
  await inTransaction(ctx.db, async (transaction) => {
    const { proposal, ...account } = await holdWaiting(transaction, id)
    await payTo.changeAccount(transaction, { ...account, proposal: null })
    await payTo.deleteUnseenAccount(transaction, account.id)
    const { terms, proposedByName: proposedBy } = proposal
    const told = `Withdrawn: ${describe(proposal)}, which ${proposedBy} proposed.`
    const row = {
      action: withdrawAction,
      target: targetOf(account.id),
      detail: { id, ...auditedTerms(terms), proposedBy },
    }
    await say(ctx, transaction, by, { event: 'pay_to_withdrawn', told, ...row })
  })
}

/** Puts one change into effect whose time has come, or withdraws it. */
async function applyWaiting(ctx: Context, waiting: Waiting): Promise<void> {
  const { id, proposedBy, proposedByName } = waiting.proposal
  const meta = { requestId: `pay-to-${id}` }
  const problem = await qrProblemOf(ctx, waiting, proposedBy)
  const isDropped = problem !== null || !(await isOwner(ctx, proposedBy, meta.requestId))
  const by = { admin: { id: proposedBy, username: proposedByName }, meta }
  try {
    if (isDropped) await withdrawPayTo(ctx, { admin: operator, meta }, id)
    else await inTransaction(ctx.db, (transaction) => takeEffect(ctx, transaction, by, waiting.proposal))
  } catch (error) {
    // An owner or another replica was faster.
    if (!isRefusal(error, 'settings_changed')) throw error
  }
}

/**
 * Puts the changes into effect whose time has come. The change of an admin who is no enabled owner any more is withdrawn. So
 * is a UPI ID that the QR image in use does not pay to.
 * @throws AggregateError for the changes that fail, after the others: without an answer of auth, or if they differ from the
 *   audit log
 */
export async function applyDuePayTo(ctx: Context): Promise<void> {
  const errors: unknown[] = []
  for (const { proposal, ...account } of await payTo.readPayToAccounts(ctx.db)) {
    if (proposal === null || proposal.takesEffectAtMs > ctx.clock.now()) continue
    await applyWaiting(ctx, { ...account, proposal }).catch((error: unknown) => void errors.push(error))
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, 'changes of where players pay to did not take effect')
}
