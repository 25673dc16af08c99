import { inRupees, limits } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction, insertRow } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import * as payTo from '../db/pay-to.ts'
import type { Proposal, StoredAccount } from '../db/pay-to.ts'
import type { Fields } from '../db/settings.ts'
import type { PayToTerms } from '../domain/pay-to.ts'
import { waitText } from '../domain/proposal.ts'
import { auditedState, auditedTerms, payToActions, targetOf } from './audited-pay-to.ts'
import { keptQrProblem } from './kept-qr.ts'
import { newProposal, say } from './waiting.ts'
import type { By, Waiting } from './waiting.ts'
import { readShown } from './shown-accounts.ts'

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
    `daily limit ${limit === null ? 'none' : inRupees(limit / 100)}`,
    isOn ? 'on' : 'off',
  ].join(', ')
}

/** Writes the published facts of an account, which replace a waiting change. */
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
    await insertRow(transaction, 'pay_to_revision', {
      ...{ id: revision, account_id: id, terms, created_at: new Date(atMs) },
    })
  const changed = { id, isOn, revision, terms, proposal: null }
  await payTo.changeAccount(transaction, changed)
  await payTo.keepForPreviousRelease(transaction)
  const told = `Account now: ${describe(changed)}. Before: ${describe(account)}.`
  const row = { action: payToActions.change, target: targetOf(id), detail: { ...auditedState(changed), ...detail } }
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
    const proposal = { ...newProposal(ctx, admin), terms, isOn }
    const changed = { ...account, proposal }
    await payTo.changeAccount(transaction, changed)
    const told = `Proposed: ${describe(proposal)}. In use: ${describe(account)}. ${waitText(payToDelayMs)}`
    const row = {
      action: payToActions.propose,
      target: targetOf(account.id),
      detail: { ...termsOf(proposal), qrUploaded },
    }
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

/** The changes of accounts that wait. With `hold` no other transaction changes the accounts until this one ends. */
export async function waitingPayTo(ctx: Context, db: Queryable, hold: boolean): Promise<Waiting[]> {
  const accounts = await (hold ? payTo.holdPayToAccounts(db) : payTo.readPayToAccounts(db))
  return accounts.flatMap((account) => {
    const { proposal } = account
    if (proposal === null) return []
    const { terms, isOn, proposedByName: proposedBy } = proposal
    const target = targetOf(account.id)
    return {
      ...{ proposal, actions: payToActions, target, fields: termsOf(proposal) },
      findProblem: (adminId) => keptQrProblem(ctx, { payTo: terms, inUse: account.terms, isChecked: true, adminId }),
      async putInUse(transaction, by) {
        await putInUse(ctx, transaction, by, { account, terms, isOn, detail: { proposedBy } })
      },
      async withdraw(transaction, by) {
        await payTo.changeAccount(transaction, { ...account, proposal: null })
        // A new account goes with its change.
        await payTo.deleteUnseenAccount(transaction, account.id)
        const told = `Withdrawn: ${describe(proposal)}, which ${proposedBy} proposed.`
        const detail = { id: proposal.id, ...auditedTerms(terms), proposedBy }
        await say(ctx, transaction, by, {
          event: 'pay_to_withdrawn',
          told,
          target,
          ...{ action: payToActions.withdraw, detail },
        })
      },
    }
  })
}
