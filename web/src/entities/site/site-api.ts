import { getConfig, getSiteMaintenance } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { fromContract } from '../session/from-contract.ts'

/** What the site says of itself before anybody signs in. */
export const siteApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConfig: build.query(fromContract(getConfig)),
    getSiteMaintenance: build.query(fromContract(getSiteMaintenance)),
  }),
})

export const { useGetConfigQuery } = siteApi

/** Whether the rupees of this installation are play rupees; null while it is not known. */
export function useIsPlayMoney(): boolean | null {
  const { data } = useGetConfigQuery({})
  return data ? data.mode === 'play' : null
}

/** Whether the site is known to be under maintenance at this moment. */
export const isClosedNow = (_: AppDispatch, getState: () => RootState): boolean =>
  siteApi.endpoints.getSiteMaintenance.select({})(getState()).data?.siteMaintenance === true

/** The address of a chat with the operator's WhatsApp number, with a first sentence; null where no number is set. */
export function chatUrl(whatsapp: string | null, greeting?: string): string | null {
  const digits = whatsapp?.replace(/\D/g, '') ?? ''
  if (digits === '') return null
  const text = greeting === undefined ? '' : `?text=${encodeURIComponent(greeting)}`
  return `https://wa.me/${digits}${text}`
}
