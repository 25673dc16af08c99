import { createHash } from 'node:crypto'
import { postDepositSettings } from '@kismet/contracts'
import { appendAudit } from '@kismet/service-kit/audit'
import { inTransaction } from '@kismet/service-kit/database'
import { handleStream } from '@kismet/service-kit/http-app'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { changeSettings, keepQrImage } from '../db/settings.ts'
import type { StoredSettings } from '../db/settings.ts'
import { readSettingsForm } from '../domain/settings-form.ts'
import type { Picture } from '../pictures/picture-maker.ts'
import { settingsView } from '../views.ts'
import { readForm } from './multipart.ts'

const formOverheadBytes = 64 * 1024
const uploadLimits = {
  fileBytes: postDepositSettings.maxBodyBytes - formOverheadBytes,
  tooLarge: 'The QR image is too large.',
}

interface Change {
  readonly utr: string | null
  readonly qr: { readonly version: string; readonly picture: Picture } | undefined
}

export const postDepositSettingsHandler = handleStream(postDepositSettings, async (ctx: Context, call) => {
  const { admin, request, requestId, response } = call
  if (admin === undefined) throw new Refusal('unauthenticated')
  const { fields, file } = await readForm(postDepositSettings, request, uploadLimits)
  const order = readSettingsForm(fields, file !== undefined)
  if (!order.ok) throw new Refusal('invalid_request', order.message)
  const qr = file === undefined ? undefined : versioned(await ctx.pictures.ofQrImage(file, admin.id))
  const settings = await apply(ctx, admin, requestId, { utr: order.value.utr ?? null, qr })
  response.json({ success: true, ...postDepositSettings.output.encode({ settings: settingsView(settings) }) })
})

/** The same image has the same version, another one another, so that the address of a version can be cached for ever. */
function versioned(picture: Picture): NonNullable<Change['qr']> {
  const versionLength = 32
  return { version: createHash('sha256').update(picture.bytes).digest('hex').slice(0, versionLength), picture }
}

function apply(ctx: Context, admin: Admin, requestId: string, { utr, qr }: Change): Promise<StoredSettings> {
  const nowMs = ctx.clock.now()
  return inTransaction(ctx.db, async (transaction) => {
    if (qr !== undefined) await keepQrImage(transaction, qr.version, qr.picture, nowMs)
    const settings = await changeSettings(transaction, { utr, qrVersion: qr?.version ?? null }, nowMs)
    await appendAudit(transaction, ctx.clock, {
      admin,
      action: 'deposit-settings.change',
      target: 'deposit-settings',
      detail: { utr: settings.utr, qrVersion: settings.qrVersion, qrUploaded: qr !== undefined },
      requestId,
    })
    return settings
  })
}
