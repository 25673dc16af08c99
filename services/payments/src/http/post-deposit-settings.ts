import { postDepositSettings } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handleStream } from '@kismet/service-kit/http-app'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { changeSettings, keepQrImage, qrVersionOf, readSettings } from '../db/settings.ts'
import { readSettingsForm } from '../domain/settings-form.ts'
import { depositSettingsView } from '../views.ts'
import { settingsChanges } from '../work/settings-mismatch.ts'
import { readForm } from './multipart.ts'

const tooLarge = 'The QR image is too large.'

export const postDepositSettingsHandler = handleStream(postDepositSettings, async (ctx: Context, call) => {
  const { admin, request, response } = call
  const { fields, file } = await readForm(postDepositSettings, request, tooLarge)
  const order = readSettingsForm(fields, file !== undefined)
  if (!order.ok) throw new Refusal('invalid_request', order.message)
  const picture = file && (await ctx.pictures.ofQrImage(file, admin.id))
  const qrVersion = picture && qrVersionOf(picture)
  const seenVersion = fields.get('version')
  const nowMs = ctx.clock.now()
  const settings = await inTransaction(ctx.db, async (transaction) => {
    const inUse = await readSettings(transaction, 'FOR UPDATE')
    if (seenVersion !== undefined && seenVersion !== depositSettingsView(inUse).version)
      throw new Refusal('settings_changed')
    if (picture && qrVersion) await keepQrImage(transaction, qrVersion, picture, nowMs)
    // What is not given stays as it is.
    const changed = { utr: order.value ?? inUse.utr, qrVersion: qrVersion ?? inUse.qrVersion }
    await changeSettings(transaction, { ...inUse, ...changed })
    await ctx.audit.append(transaction, {
      admin,
      ...settingsChanges.deposit,
      detail: { ...changed, qrUploaded: picture !== undefined },
      meta: call,
    })
    return { ...inUse, ...changed }
  })
  response.json({ success: true, ...postDepositSettings.output.encode({ settings: depositSettingsView(settings) }) })
})
