import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import { orderAnswerOf } from '@kismet/app-kit/retry-until-known.ts'
import { upload } from '@kismet/app-kit/upload.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import { updateCachedQuery } from '@kismet/app-kit/update-cached-query.ts'
import { getAuditLog, getPayToProposal, postDepositSettings } from '@kismet/contracts'
import type { getDepositSettings, Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract, inSession, queryOf } from '../../entities/session/from-contract.ts'
import { settingsApi } from '../../entities/site/settings-api.ts'

/** Where players pay to. */
export type Settings = Output<typeof getDepositSettings>['settings']

/** New settings: a reference, an image, or both; what is null stays as it is. */
export interface NewSettings {
  readonly utr: string | null
  readonly image: File | null
}

const subject = `${postDepositSettings.service}${postDepositSettings.route.path}`
const fresh = { forceRefetch: true, subscribe: false } as const

const qrApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Changes of the settings, newest first, as the audit log has them. */
    listSettingsChanges: build.query({ ...fromContract(getAuditLog), providesTags: ['SettingsChanges'] }),
  }),
})

/** Reads the settings in use, without the cache. */
export async function readSettings({ dispatch }: Pick<CallApi, 'dispatch'>): Promise<OrderAnswer<Settings>> {
  const sent = await orderAnswerOf(dispatch(settingsApi.endpoints.getDepositSettings.initiate({}, fresh)))
  return 'data' in sent ? { data: sent.data.settings } : sent
}

/** Settings that are saved: in use, or proposed. */
export interface Saved extends Settings {
  /** When the change takes effect; null: the change is in use. */
  readonly takesEffectAt: string | null
}

/** What was seen: `version` of the settings in use; `isQrChecked`: a QR image with another UPI ID is saved. */
export interface Seen {
  readonly version: string
  readonly isQrChecked: boolean
}

/** Sends new settings, and writes the answer over the settings that the page shows. */
export async function postSettings(
  { utr, image }: NewSettings,
  { version, isQrChecked }: Seen,
  callApi: CallApi,
): Promise<OrderAnswer<Saved>> {
  const { dispatch, signal } = callApi
  const checked = isQrChecked ? { qrChecked: 'yes' } : {}
  const form = { version, ...checked, ...(utr === null ? {} : { utr }), ...(image ? { qrImage: image } : {}) }
  const { data, error } = await inSession(subject, callApi, (token) =>
    upload(postDepositSettings, form, { token, signal }),
  )
  // Also of a call without an answer, which may have been carried out.
  dispatch(api.util.invalidateTags(['SettingsChanges', 'PayToProposal']))
  if (error) return { error }
  const { util, endpoints } = settingsApi
  const written = updateCachedQuery({
    running: util.getRunningQueryThunk('getDepositSettings', {}),
    write: util.updateQueryData('getDepositSettings', {}, () => ({ settings: data.settings })),
    ask: endpoints.getDepositSettings.initiate({}, fresh),
  })
  void dispatch(written)
  return { data: { ...data.settings, takesEffectAt: data.proposed?.takesEffectAt ?? null } }
}

export const { useListSettingsChangesQuery } = qrApi

/** The change that waits, and how long changes wait. */
export const useProposal = queryOf(getPayToProposal, ['PayToProposal'])
