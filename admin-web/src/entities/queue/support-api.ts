import { adminGetSupportMessage, adminListSupportMessages, setSupportMessageStatus } from '@kismet/contracts'
import type { Input, Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract, inPages } from '../session/from-contract.ts'

type MessagePage = Output<typeof adminListSupportMessages>

/** Which messages, in the order of the work: open ones oldest first, then closed ones newest first. */
type MessageQuery = Pick<Input<typeof adminListSupportMessages>, 'view' | 'tag' | 'player' | 'search'>

/** `waiting`: the messages that wait for us. `oldestAt`: the time of the first of them, null without any. */
export interface MessageCounts {
  readonly open: number
  readonly total: number
  readonly waiting: number
  readonly oldestAt: string | null
}

const list = fromContract(adminListSupportMessages)

/** The messages of players and visitors: how many wait, lists of them, and their status. */
export const supportApi = api.injectEndpoints({
  endpoints: (build) => ({
    countMessages: build.query<MessageCounts, Record<string, never>>({
      queryFn: async (_, queryApi) => {
        const { data, error } = await list.queryFn({ view: 'us', limit: 1 }, queryApi)
        if (error) return { error }
        const { open, total, waiting = open, messages } = data
        return { data: { open, total, waiting, oldestAt: messages[0]?.createdAt ?? null } }
      },
      providesTags: ['SupportMessages'],
    }),
    listMessages: build.infiniteQuery<MessagePage, MessageQuery, string | null>({
      ...inPages(list.queryFn, 20),
      providesTags: ['SupportMessages'],
    }),
    /** What has become of one that its list has no more. News makes it stale only while it is known as open: closed ones add up while a page is worked on. */
    getMessage: build.query({
      ...fromContract(adminGetSupportMessage),
      providesTags: (known, _, { id }) => [
        { type: 'SupportMessage', id },
        ...(known?.message.status === 'open' ? (['SupportMessages'] as const) : []),
      ],
      keepUnusedDataFor: 0,
    }),
    setMessageStatus: build.mutation({
      ...fromContract(setSupportMessageStatus),
      // Also of a call without an answer, which may have been carried out.
      invalidatesTags: (_, __, { id }) => ['SupportMessages', { type: 'SupportMessage', id }],
      // Lists show at once what the server says that it is.
      onQueryStarted: async (_, queryApi): Promise<void> => {
        const { data } = await queryApi.queryFulfilled.catch(() => ({ data: null }))
        if (data === null) return
        const { util } = supportApi
        queryApi.dispatch(
          util.updateQueryData('getMessage', { id: data.message._id }, (thread) => ({ ...thread, ...data })),
        )
        for (const query of util.selectCachedArgsForQuery(queryApi.getState(), 'listMessages'))
          queryApi.dispatch(
            util.updateQueryData('listMessages', query, ({ pages }) => {
              for (const { messages } of pages) {
                const at = messages.findIndex(({ _id }) => _id === data.message._id)
                if (at !== -1) messages[at] = data.message
              }
            }),
          )
      },
    }),
  }),
})

export const { useCountMessagesQuery, useListMessagesInfiniteQuery, useGetMessageQuery, useSetMessageStatusMutation } =
  supportApi
