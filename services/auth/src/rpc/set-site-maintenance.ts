import { maintenanceChanged, setSiteMaintenance } from '@kismet/contracts'
import { appendAudit } from '@kismet/service-kit/audit'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { AuthContext } from '../context.ts'
import { setMaintenance } from '../db/site-maintenance.ts'

export const setSiteMaintenanceHandler = handle(
  setSiteMaintenance,
  async (ctx: AuthContext, { input, admin, meta, log }) => {
    const { siteMaintenance } = input
    const before = await inTransaction(ctx.db, async (transaction) => {
      const was = await setMaintenance(transaction, {
        isOn: siteMaintenance,
        adminId: admin.id,
        nowMs: ctx.clock.now(),
      })
      await appendAudit(transaction, ctx.clock, {
        admin,
        action: 'site-maintenance.set',
        target: 'site',
        detail: { before: was, after: siteMaintenance },
        requestId: meta.requestId,
      })
      return was
    })
    ctx.bus.signal(maintenanceChanged, { siteMaintenance })
    log.info({ event: 'site-maintenance.set', before, after: siteMaintenance, adminId: admin.id }, 'maintenance set')
    return { siteMaintenance }
  },
)
