import { upload } from '@kismet/app-kit/upload.ts'
import { writtenOver } from '@kismet/app-kit/written-over.ts'
import { getAuditLog, postDepositSettings } from '@kismet/contracts'
import type { z } from 'zod'
import { api, filesApi } from '../../core/api.ts'
import { fromContract, inSession } from '../../entities/session/from-contract.ts'
import { settingsApi } from '../../entities/site/settings-api.ts'

/** New settings: a reference, an image, or both; what is null stays as it is. */
export interface NewSettings {
  utr: string | null
  image: File | null
}

const subject = `${postDepositSettings.service}${postDepositSettings.route.path}`

const qrApi = api.enhanceEndpoints({ addTagTypes: ['SettingsChanges'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Changes of the settings, newest first, as the audit log has them. */
    listSettingsChanges: build.query({ ...fromContract(getAuditLog), providesTags: ['SettingsChanges'] }),
  }),
})

/** Where players pay to. */
export const qrFilesApi = filesApi.injectEndpoints({
  endpoints: (build) => ({
    postDepositSettings: build.mutation<
      z.output<typeof postDepositSettings.output>,
      NewSettings & { seenVersion: string }
    >({
      queryFn: async ({ utr, image, seenVersion }, queryApi) => {
        const form = { version: seenVersion, ...(utr === null ? {} : { utr }), ...(image ? { qrImage: image } : {}) }
        const { signal } = queryApi
        const result = await inSession(subject, queryApi, (token) =>
          upload(postDepositSettings, form, { token, signal }),
        )
        // Also of a call without an answer, which may have been carried out.
        queryApi.dispatch(qrApi.util.invalidateTags(['SettingsChanges']))
        return result
      },
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        await queryFulfilled.then(
          ({ data }) => {
            const { util, endpoints } = settingsApi
            const written = writtenOver({
              running: util.getRunningQueryThunk('getDepositSettings', {}),
              write: util.updateQueryData('getDepositSettings', {}, () => data),
              ask: endpoints.getDepositSettings.initiate({}, { forceRefetch: true, subscribe: false }),
            })
            void dispatch(written)
          },
          // The caller says what went wrong.
          () => undefined,
        )
      },
    }),
  }),
})

export const { useListSettingsChangesQuery } = qrApi
