import { getConfig, getSiteMaintenance, limits, maintenanceChanged, setSiteMaintenance } from '@kismet/contracts'
import { publishedRtpPercent } from '@kismet/fairness'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction, takeLock } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { changeSetting, readSetting } from '../db/site-settings.ts'
import { tellOwners } from '../owner-notices.ts'

const paisePerRupee = 100
const { dice, slots, mines, aviator } = publishedRtpPercent

/** The limits and returns that a client shows; the same for everybody. */
const constant = {
  limits: {
    deposit: { min: limits.deposit.minRupees, max: limits.deposit.maxRupees },
    dice: { min: limits.dice.minRupees, max: limits.dice.maxRupees },
    slots: { min: limits.slots.minRupees, max: limits.slots.maxRupees },
    mines: { min: limits.mines.minRupees, max: limits.mines.maxRupees },
    aviator: { min: limits.aviator.minRupees, max: limits.aviator.maxRupees },
    maxWin: limits.maxWinPaise / paisePerRupee,
  },
  rtp: { dice, slots, mines, aviator: aviator.normal, aviatorMild: aviator.mild, aviatorHard: aviator.hard },
}

/** The two settings that everybody reads. */
export const siteOperations = [
  handle(getConfig, ({ config, clock }: Context) =>
    Promise.resolve({
      mode: config.CASINO_MODE,
      operator: {
        name: config.OPERATOR_NAME ?? null,
        licence: config.OPERATOR_LICENCE ?? null,
        termsUrl: config.TERMS_URL ?? null,
        privacyUrl: config.PRIVACY_URL ?? null,
      },
      ...constant,
      contacts: {
        whatsapp: config.SUPPORT_WHATSAPP ?? null,
        email: config.SUPPORT_EMAIL ?? null,
        answerHours: config.SUPPORT_ANSWER_HOURS ?? null,
      },
      serverTime: isoTime(clock.now()),
    }),
  ),
  handle(getSiteMaintenance, async ({ db }: Context) => ({ siteMaintenance: await readSetting(db, 'maintenance') })),
  handle(setSiteMaintenance, async (ctx: Context, { input, admin, meta, log }) => {
    const { audit, db, bus } = ctx
    const { siteMaintenance, reason } = input
    const before = await inTransaction(db, async (transaction) => {
      // A change that does not see an uncommitted one would answer as done and be lost.
      await takeLock(transaction, 'site maintenance')
      const isChange = await changeSetting(transaction, 'maintenance', siteMaintenance)
      const was = isChange ? !siteMaintenance : siteMaintenance
      if (isChange) {
        const told = `Maintenance is ${siteMaintenance ? 'on' : 'off'} now.${reason ? ` Reason: ${reason}` : ''}`
        await tellOwners(transaction, ctx, { event: 'maintenance', by: admin.username, detail: told })
      }
      const detail = { before: was, after: siteMaintenance, ...(reason && { reason }) }
      await audit.append(transaction, { admin, action: 'site-maintenance.set', target: 'site', detail, meta })
      return was
    })
    bus.signal(maintenanceChanged, { siteMaintenance })
    log.info({ event: 'site-maintenance.set', before, after: siteMaintenance, adminId: admin.id }, 'maintenance set')
    return { siteMaintenance }
  }),
]
