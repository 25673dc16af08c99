import { getQrImage } from '@kismet/contracts'
import { handleStream } from '@kismet/service-kit/http-app'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { findCurrentQrImage } from '../db/settings.ts'

export const getQrImageHandler = handleStream(getQrImage, async (ctx: Context, { request, response }) => {
  const version = String(request.params.version)
  const picture = /^[0-9a-f]{32}$/.test(version) ? await findCurrentQrImage(ctx.db, version) : undefined
  if (picture === undefined) throw new Refusal('not_found')
  response
    .set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'public, max-age=31536000, immutable' })
    .type(picture.mediaType)
    .send(picture.bytes)
})
