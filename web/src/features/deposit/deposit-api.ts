import { Deposit, depositUpdated, getDepositSettings, listDeposits, postDeposit } from '@kismet/contracts'
import { z } from 'zod'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { api } from '../../app/api.ts'
import { upload } from '@kismet/app-kit/call.ts'
import { endSessionIfOver, fromContract, tokenOf } from '../../app/from-contract.ts'
import { whileCached } from '../../app/live-updates.ts'
import { toastShown } from '../../app/notices/notices-slice.ts'
import { balanceKnown } from '../../app/session/session-slice.ts'
import { onEvent, onReconnect, unbindAll } from '@kismet/app-kit/live-connection.ts'

const DepositUpdate = depositUpdated.payload.element.omit({ to: true })
const DepositAnswer = z.object({ deposit: Deposit, message: z.string() })

/** How many own requests the page lists. */
export const depositsShown = 200

/** A form on its way, with the key of the intent that it belongs to. */
interface DepositUpload {
  form: FormData
  idempotencyKey: string
}

/** Where to pay, the own requests (kept live by the connection), and a new request. */
export const depositApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDepositSettings: build.query(fromContract(getDepositSettings)),
    listDeposits: build.query({
      ...fromContract(listDeposits),
      providesTags: ['Deposits'],
      onCacheEntryAdded: async (input, life) => {
        const { dispatch } = life
        await whileCached(life, (socket) =>
          unbindAll(
            onEvent(socket, depositUpdated.socket.event, DepositUpdate, (update) => {
              const { _id, amount, status, adminReason } = update
              life.updateCachedData((list) => {
                const row = list.deposits.find((deposit) => deposit._id === _id)
                if (row) Object.assign(row, { status, adminReason })
              })
              dispatch(balanceKnown(update))
              dispatch(api.util.invalidateTags(['Profile']))
              if (status !== 'pending')
                dispatch(
                  toastShown(status === 'approved' ? 'good' : 'bad', `Deposit ${status}: ${formatRupees(amount)}`),
                )
            }),
            onReconnect(socket, () => dispatch(api.util.invalidateTags(['Deposits']))),
          ),
        )
      },
    }),
    postDeposit: build.mutation({
      queryFn: async ({ form, idempotencyKey }: DepositUpload, queryApi) => {
        const token = tokenOf(queryApi)
        const result = await upload(postDeposit.route, DepositAnswer, form, {
          token,
          signal: queryApi.signal,
          idempotencyKey,
        })
        if (result.error) endSessionIfOver(postDeposit.route.path, result.error, token, queryApi)
        return result
      },
      invalidatesTags: (answer) => (answer ? ['Deposits'] : []),
    }),
  }),
})

export const { useGetDepositSettingsQuery, useListDepositsQuery, usePostDepositMutation } = depositApi
