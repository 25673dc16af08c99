import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { refusal } from '@kismet/app-kit/call-error.ts'
import type { OrderOutcome } from '@kismet/app-kit/order.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import { z } from 'zod'
import { formatMinute } from '../../core/format/time.ts'
import { errorDetail } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'
import type { Notice } from '../../entities/notices/use-show-notice.ts'
import { useDraftFile, useOrder } from '../../entities/session/orders.ts'
import type { NewSettings, Saved, Settings } from './qr-api.ts'
import { postSettings, readSettings } from './qr-api.ts'
import type { Draft } from './qr-rules.ts'

/** The refusal of an order that would overwrite the change of another admin. */
function changedMeanwhile(now: Settings, before: Settings): CallError {
  const image = now.qrImage === before.qrImage ? 'the QR image is unchanged' : 'the QR image has changed'
  const message = `Another admin changed the settings. In use now: UPI ID ${now.utr ?? 'none'}; ${image}.`
  return refusal(409, { message }, null)
}

/** Whether the settings in use are those that were sent. The address of an image changes with the image. */
function isInUse({ utr, image }: NewSettings, now: Settings, before: Settings): boolean {
  return now.utr === (utr ?? before.utr) && (now.qrImage !== before.qrImage) === (image !== null)
}

/**
 * New settings as calls of an order. The confirmation showed the settings `before`: the server compares versions and
 * refuses to overwrite a later change of another admin. Without an answer the settings in use are read, and the order is
 * sent again while they are still as `before`.
 */
function settingsCalls(settings: NewSettings, before: Settings, isQrChecked: boolean) {
  /** Checks whether an earlier attempt has saved the settings. Null: the settings are unchanged, so send again. */
  const inUse = async (callApi: CallApi): Promise<OrderAnswer<Saved> | null> => {
    const now = await readSettings(callApi)
    if ('error' in now) return now
    if (isInUse(settings, now.data, before)) return { data: { ...now.data, takesEffectAt: null } }
    return now.data.version === before.version ? null : { error: changedMeanwhile(now.data, before) }
  }
  const post = async (callApi: CallApi, isAgain: boolean): Promise<OrderAnswer<Saved>> => {
    const sent = await postSettings(settings, { version: before.version, isQrChecked }, callApi)
    if ('data' in sent) return sent
    const isCancelled = sent.error.kind === 'cancelled'
    if (!isCancelled && sent.error.code !== 'settings_changed') return sent
    // An earlier attempt may have changed the version.
    if (!isCancelled && isAgain) return (await inUse(callApi)) ?? sent
    const now = await readSettings(callApi)
    if ('error' in now) return sent
    // What was cancelled may have been taken before.
    if (isCancelled) return isInUse(settings, now.data, before) ? { data: { ...now.data, takesEffectAt: null } } : sent
    return { error: changedMeanwhile(now.data, before) }
  }
  return {
    send: (callApi: CallApi) => post(callApi, false),
    look: async (callApi: CallApi) => (await inUse(callApi)) ?? post(callApi, true),
  }
}

/** The notice of an outcome. It names only the settings that were sent. */
function noticeOf(ended: OrderOutcome<Saved>, { utr, image }: NewSettings): Notice {
  if (ended.is === 'done') {
    const parts = [utr === null ? [] : `UPI ID ${utr}`, image === null ? [] : `QR image ${image.name}`].flat()
    const { takesEffectAt } = ended.data
    if (takesEffectAt !== null)
      return [
        'good',
        'Change proposed',
        `${parts.join(', ')}: in use from ${formatMinute(takesEffectAt)}, or when another owner confirms.`,
      ]
    return ['good', 'Settings updated', `In use now: ${parts.join(', ')}.`]
  }
  const check = 'Check the settings in use before you save again.'
  if (ended.is === 'lost') return ['bad', 'Unclear', check]
  if (ended.is === 'cancelled') return ['bad', 'Upload cancelled', `Your change may still have gone through. ${check}`]
  return ['bad', 'Error updating settings', errorDetail(ended.error)]
}

const Written = z.object({ utr: z.string().nullable(), scanned: z.boolean() })
const nothing: z.output<typeof Written> = { utr: null, scanned: false }
const kind = { name: 'depositSettings', draft: Written, empty: nothing, facts: z.null(), untilLogout: true } as const

export interface SettingsForm {
  readonly draft: Draft
  /** The written reference; null: the draft shows the reference in use. */
  readonly written: string | null
  readonly changed: boolean
  /** New settings are in flight. */
  readonly busy: boolean
  /** No answer has come to new settings. */
  readonly isChecking: boolean
  readonly write: (utr: string) => void
  readonly choose: (image: File | null) => void
  readonly tick: (scanned: boolean) => void
  readonly discard: () => void
  /**
   * Sends new settings and shows the outcome. @param before the settings in use that the admin saw
   * @returns what the server says about a QR image that pays to another account; then the settings stay as they were
   */
  readonly save: (settings: NewSettings, before: Settings, isQrChecked?: boolean) => Promise<string | undefined>
}

/** The draft of the settings, and its order. An unwritten field shows the setting in use. */
export function useSettingsForm({ utr: utrInUse }: Pick<Settings, 'utr'>): SettingsForm {
  const dispatch = useAppDispatch()
  const { draft: written, change, orders, busy, send } = useOrder(kind)
  const [image, chooseFile] = useDraftFile(kind.name)
  const utr = utrInUse ?? ''
  const draft = { utr: written.utr ?? utr, image, scanned: image !== null && written.scanned }
  const keep = (part: Partial<typeof written>): void =>
    change((now) => {
      const next = { ...now, ...part }
      return next.utr === null && !next.scanned ? nothing : next
    })
  const choose = (file: File | null): void => {
    chooseFile(file)
    keep({ scanned: false })
  }
  return {
    draft,
    written: written.utr,
    changed: draft.image !== null || draft.utr !== utr,
    busy,
    isChecking: orders.some(({ state }) => state === 'asking'),
    write: (text) => keep({ utr: text === utr ? null : text }),
    choose,
    tick: (scanned) => keep({ scanned }),
    discard: () => {
      choose(null)
      keep({ utr: null })
    },
    save: async (settings, before, isQrChecked = false) => {
      const calls = settingsCalls(settings, before, isQrChecked)
      const ended = await send({
        intent: JSON.stringify([settings.utr, settings.image?.name, settings.image?.lastModified]),
        facts: null,
        ...calls,
      })
      if (ended === null) return undefined
      if (ended.is !== 'done' && ended.error.code === 'qr_differs') {
        // The QR image in use may stay below a new UPI ID only if that image cannot be read: a person then checks it.
        if (settings.image !== null || (ended.error.params?.paysTo ?? null) === null) return ended.error.message ?? ''
      }
      if (ended.is === 'done') {
        choose(null)
        // What was written meanwhile stays.
        change((now) => (now.utr === written.utr ? nothing : now))
      }
      dispatch(noticeShown(...noticeOf(ended, settings)))
      return undefined
    },
  }
}
