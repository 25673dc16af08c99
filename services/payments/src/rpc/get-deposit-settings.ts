import { getDepositSettings } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { readSettings } from '../db/settings.ts'
import { settingsView } from '../views.ts'

export const getDepositSettingsHandler = handle(getDepositSettings, async (ctx: Context) => ({
  settings: settingsView(await readSettings(ctx.db)),
}))
