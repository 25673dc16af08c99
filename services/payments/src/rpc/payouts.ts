import {
  createPayoutFile,
  getPayoutSettings,
  limits,
  listPayoutFiles,
  payWithdrawal,
  releasePayout,
  releasePayoutFile,
  setPayoutSettings,
} from '@kismet/contracts'
import type { PayoutFile } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import type { Admin } from '@kismet/service-kit/tokens'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { listPayoutFiles as readFiles } from '../db/payouts.ts'
import type { StoredPayoutFile } from '../db/payouts.ts'
import type { StoredWithdrawal } from '../db/requests.ts'
import { readSettings } from '../db/settings.ts'
import { payoutFileName } from '../domain/payout-file.ts'
import { payoutSettingsView } from '../settings-views.ts'
import { adminWithdrawalViews } from '../views.ts'
import * as files from '../work/payout-files.ts'
import * as payouts from '../work/pay-withdrawal.ts'
import { changePayouts } from '../work/settings.ts'
import { first } from './reads.ts'

const { filesShown } = limits.payout

const fileView = (file: StoredPayoutFile): z.output<typeof PayoutFile> => ({
  ...{ _id: file.id, format: file.format, fileName: payoutFileName(file.format, file.id) },
  ...{ by: file.adminName, at: file.createdAt, count: file.ids.length, amount: file.amountPaise, open: file.open },
})

const view = async (ctx: Context, admin: Admin, withdrawal: StoredWithdrawal) => ({
  withdrawal: first(await adminWithdrawalViews(ctx, [withdrawal], admin)),
})

export const payoutHandlers: readonly Handler<Context>[] = [
  handle(payWithdrawal, async (ctx: Context, call) => view(ctx, call.admin, await payouts.startPayout(ctx, call))),
  handle(releasePayout, async (ctx: Context, call) => view(ctx, call.admin, await payouts.releasePayout(ctx, call))),
  handle(createPayoutFile, async (ctx: Context, call) => {
    const { file, isReplay } = await files.createPayoutFile(ctx, call)
    if (isReplay) call.replayed()
    return { file: fileView(file) }
  }),
  handle(listPayoutFiles, async (ctx: Context, { input: { before } }) => {
    const found = await readFiles(ctx.db, before, filesShown + 1)
    const page = found.slice(0, filesShown)
    return { files: page.map(fileView), next: found.length > filesShown ? (page.at(-1)?.id ?? null) : null }
  }),
  handle(releasePayoutFile, async (ctx: Context, call) => ({
    file: fileView(await files.releasePayoutFile(ctx, call)),
  })),
  handle(getPayoutSettings, async (ctx: Context) => ({ settings: payoutSettingsView(await readSettings(ctx.db)) })),
  handle(setPayoutSettings, async (ctx: Context, call) => ({
    settings: payoutSettingsView(await changePayouts(ctx, call)),
  })),
]
