import { confirmProposal, getApprovalSettings, getDepositSettings, listPayToAccounts } from '@kismet/contracts'
import { orderPayTo, setApprovalSettings, switchPayTo, withdrawProposal } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { readPayToAccounts, sumToday } from '../db/pay-to.ts'
import { readSettings } from '../db/settings.ts'
import { approvalSettingsView, depositSettingsView, payToAccountViews } from '../settings-views.ts'
import { changeApprovals } from '../work/approval-rules.ts'
import * as payTo from '../work/pay-to.ts'
import * as proposals from '../work/proposals.ts'
import { readShownToAnybody } from '../work/shown-accounts.ts'

const accountsNow = async ({ db, clock }: Context) => ({
  accounts: payToAccountViews(await readPayToAccounts(db), await sumToday(db, clock.now())),
})

/** The settings of deposits and approvals, and the accounts that players pay to. */
export const settings: readonly Handler<Context>[] = [
  handle(getDepositSettings, async (ctx: Context) => ({
    settings: depositSettingsView(await readShownToAnybody(ctx)),
  })),
  handle(listPayToAccounts, async (ctx: Context) => ({
    ...(await accountsNow(ctx)),
    delayHours: ctx.payToDelayMs / 3_600_000,
  })),
  handle(switchPayTo, async (ctx: Context, call) => {
    const { id: account, isOn, version: seenVersion } = call.input
    const by = { admin: call.admin, meta: call.meta, account, seenVersion, qrUploaded: false }
    if (!isOn) await payTo.switchOff(ctx, by, by)
    else
      await payTo.proposePayTo(ctx, by, (_, { terms }) => {
        if (terms === null) throw new Refusal('not_found')
        return { terms, isOn }
      })
    return accountsNow(ctx)
  }),
  handle(orderPayTo, async (ctx: Context, call) => {
    await payTo.orderAccounts(ctx, call, call.input.ids)
    return accountsNow(ctx)
  }),
  handle(confirmProposal, async (ctx: Context, call) => {
    await proposals.confirmProposal(ctx, call, call.input.id)
    return {}
  }),
  handle(withdrawProposal, async (ctx: Context, call) => {
    await proposals.withdrawProposal(ctx, call, call.input.id)
    return {}
  }),
  handle(getApprovalSettings, async (ctx: Context) => ({
    settings: approvalSettingsView(await readSettings(ctx.db), ctx.mode),
  })),
  handle(setApprovalSettings, async (ctx: Context, call) => ({
    settings: approvalSettingsView(await changeApprovals(ctx, call), ctx.mode),
  })),
]
