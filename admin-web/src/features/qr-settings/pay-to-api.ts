import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import { upload } from '@kismet/app-kit/upload.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import { getAuditLog, postDepositSettings } from '@kismet/contracts'
import type { listPayToAccounts, Output, PayToTerms } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { inSession, queryOf } from '../../entities/session/from-contract.ts'

type Answer = Output<typeof listPayToAccounts>
export type PayToAccount = Answer['accounts'][number]
/** The values of an account in use, or of a change that waits. */
export type Terms = NonNullable<PayToAccount['inUse']>

const subject = `${postDepositSettings.service}${postDepositSettings.route.path}`

/** What a change of the accounts makes stale. */
export const staleAccounts = ['PayTo', 'DepositSettings', 'SettingsChanges'] as const

/** Changes of the settings, newest first, as the audit log has them. */
export const useSettingsChanges = queryOf(getAuditLog, ['SettingsChanges'])

/** A change of an account, or a new one. `isQrChecked`: also if the QR image pays to another UPI ID. */
export interface AccountChange {
  readonly account: PayToAccount | null
  readonly terms: PayToTerms
  readonly image: File | null
  readonly isQrChecked: boolean
}

/** Sends a change of an account. @returns when the change takes effect; null if it is in use */
export async function postAccount(
  { account, terms, image, isQrChecked }: AccountChange,
  callApi: CallApi,
): Promise<OrderAnswer<string | null>> {
  const { kind, name, address, ifsc, methods, dailyLimitPaise } = terms
  const form = {
    ...(account ? { account: account._id, version: account.version } : { account: 'new' }),
    ...{ kind, name, utr: address ?? '', ifsc: ifsc ?? '', methods: methods.join(',') },
    dailyLimit: dailyLimitPaise === null ? '' : String(dailyLimitPaise / 100),
    ...(isQrChecked && { qrChecked: 'yes' }),
    ...(image && { qrImage: image }),
  }
  const { data, error } = await inSession(subject, callApi, (token) =>
    upload(postDepositSettings, form, { token, signal: callApi.signal }),
  )
  // Also of a call without an answer, which may have been carried out.
  callApi.dispatch(api.util.invalidateTags([...staleAccounts]))
  return error ? { error } : { data: data.proposed?.takesEffectAt ?? null }
}
