import { getSiteMaintenance } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { AuthContext } from '../context.ts'
import { readMaintenance } from '../db/site-maintenance.ts'

export const getSiteMaintenanceHandler = handle(getSiteMaintenance, async (ctx: AuthContext) => {
  return { siteMaintenance: await readMaintenance(ctx.db) }
})
