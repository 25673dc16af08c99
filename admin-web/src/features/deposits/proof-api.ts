import { download } from '@kismet/app-kit/download.ts'
import { unanswered } from '@kismet/app-kit/call-error.ts'
import { adminGetDepositProof } from '@kismet/contracts'
import { filesApi } from '../../core/api.ts'
import { inSession } from '../../entities/session/from-contract.ts'

/** A picture of a proof that can be shown. */
export interface Picture {
  readonly url: string
  readonly bytes: number
}

/** One page of a proof; pages count from 1. */
interface PictureKey {
  readonly id: string
  readonly page: number
}

/** The product makes these of a proof. Any other type is not shown, because it would run in this origin. */
const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']

/** How long a picture is kept after a look, in s, so that the last request comes back at once. */
const keptS = 120

/** Pages of proofs, fetched with the admin's token: a picture in the page cannot send it. */
export const proofApi = filesApi.injectEndpoints({
  endpoints: (build) => ({
    getProof: build.query<Picture, PictureKey>({
      queryFn: async ({ id, page }, queryApi) => {
        const { data, error } = await inSession(adminGetDepositProof.route.path, queryApi, (token) =>
          download(adminGetDepositProof.route, { id, page: String(page) }, { token }),
        )
        if (error) return { error }
        if (!pictureTypes.includes(data.type)) return { error: unanswered('malformed') }
        return { data: { url: URL.createObjectURL(data), bytes: data.size } }
      },
      keepUnusedDataFor: keptS,
      onCacheEntryAdded: async (_, { cacheDataLoaded, cacheEntryRemoved }) => {
        const loaded = await cacheDataLoaded.catch(() => null)
        await cacheEntryRemoved
        if (loaded) URL.revokeObjectURL(loaded.data.url)
      },
    }),
  }),
})

export const { useGetProofQuery } = proofApi
