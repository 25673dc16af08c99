import { confirmPayTo, getApprovalSettings, getDepositSettings, getPayToProposal } from '@kismet/contracts'
import { setApprovalSettings, withdrawPayTo } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { readSettings } from '../db/settings.ts'
import { approvalSettingsView, depositSettingsView, proposalView } from '../views.ts'
import * as payTo from '../work/pay-to.ts'
import { changeApprovals } from '../work/settings.ts'

const proposed = async ({ db }: Context) => ({ proposed: proposalView((await readSettings(db)).proposal) })

/** The settings of deposits and approvals, and the change of where players pay to that waits. */
export const settings: readonly Handler<Context>[] = [
  handle(getDepositSettings, async (ctx: Context) => ({ settings: depositSettingsView(await readSettings(ctx.db)) })),
  handle(getPayToProposal, async (ctx: Context) => ({
    ...(await proposed(ctx)),
    delayHours: ctx.payToDelayMs / 3_600_000,
  })),
  handle(confirmPayTo, async (ctx: Context, call) => {
    await payTo.confirmPayTo(ctx, call, call.input.id)
    return proposed(ctx)
  }),
  handle(withdrawPayTo, async (ctx: Context, call) => {
    await payTo.withdrawPayTo(ctx, call, call.input.id)
    return proposed(ctx)
  }),
  handle(getApprovalSettings, async (ctx: Context) => ({
    settings: approvalSettingsView(await readSettings(ctx.db), ctx.mode),
  })),
  handle(setApprovalSettings, async (ctx: Context, call) => ({
    settings: approvalSettingsView(await changeApprovals(ctx, call, call.input), ctx.mode),
  })),
]
