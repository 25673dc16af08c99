import { confirmPayTo, getPayToProposal, withdrawPayTo } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { readProposal } from '../db/pay-to.ts'
import { proposalView } from '../views.ts'
import * as payTo from '../work/pay-to.ts'

const proposed = async ({ db }: Context) => ({ proposed: proposalView(await readProposal(db)) })

/** Changes of where players pay to that wait. */
export const payToProposals: readonly Handler<Context>[] = [
  handle(getPayToProposal, (ctx: Context) => proposed(ctx)),
  handle(confirmPayTo, async (ctx: Context, call) => {
    await payTo.confirmPayTo(ctx, call, call.input.id)
    return proposed(ctx)
  }),
  handle(withdrawPayTo, async (ctx: Context, call) => {
    await payTo.withdrawPayTo(ctx, call, call.input.id)
    return proposed(ctx)
  }),
]
