import { createHash } from 'node:crypto'
import { postDepositSettings } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handleStream } from '@kismet/service-kit/http-app'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { changeSettings, keepQrImage, lockSettings } from '../db/settings.ts'
import { readSettingsForm } from '../domain/settings-form.ts'
import { settingsVersion, settingsView } from '../views.ts'
import { readForm } from './multipart.ts'

const tooLarge = 'The QR image is too large.'

const versionLength = 32

export const postDepositSettingsHandler = handleStream(postDepositSettings, async (ctx: Context, call) => {
  const { admin, request, response } = call
  const { fields, file } = await readForm(postDepositSettings, request, tooLarge)
  const order = readSettingsForm(fields, file !== undefined)
  if (!order.ok) throw new Refusal('invalid_request', order.message)
  const picture = file && (await ctx.pictures.ofQrImage(file, admin.id))
  // The same image has the same version, another one another, so that the address of a version can be cached for ever.
  const qrVersion = picture && createHash('sha256').update(picture.bytes).digest('hex').slice(0, versionLength)
  const seenVersion = fields.get('version')
  const nowMs = ctx.clock.now()
  const settings = await inTransaction(ctx.db, async (transaction) => {
    const inUse = await lockSettings(transaction, nowMs)
    if (seenVersion !== undefined && seenVersion !== settingsVersion(inUse)) throw new Refusal('settings_changed')
    if (picture && qrVersion) await keepQrImage(transaction, qrVersion, picture, nowMs)
    const changed = await changeSettings(transaction, { utr: order.value, qrVersion: qrVersion ?? null }, nowMs)
    await ctx.audit.append(transaction, {
      admin,
      action: 'deposit-settings.change',
      target: 'deposit-settings',
      detail: { utr: changed.utr, qrVersion: changed.qrVersion, qrUploaded: picture !== undefined },
      meta: call,
    })
    return changed
  })
  response.json({ success: true, ...postDepositSettings.output.encode({ settings: settingsView(settings) }) })
})
