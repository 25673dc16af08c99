import {
  addAdminAccount,
  beginTotp,
  changeAdminPassword,
  confirmTotp,
  endAdminSessions,
  endOwnSessions,
  getOwnAdmin,
  listAdmins,
  listAdminSessions,
  resetAdminPassword,
  resetAdminTotp,
  setAdminDisabled,
  setAdminRole,
  setAdminRules,
  turnOffTotp,
} from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../session/from-contract.ts'

/** A session in a list. */
export type SessionRow = Output<typeof listAdminSessions>['sessions'][number]

// Also of a call without an answer, which may have been carried out.
const changes = { invalidatesTags: ['Admins'] as const }

/** Accounts of the back office: everybody's for owners, the own one for all. */
const adminsApi = api.enhanceEndpoints({ addTagTypes: ['Admins'] }).injectEndpoints({
  endpoints: (build) => ({
    listAdmins: build.query({ ...fromContract(listAdmins), providesTags: ['Admins'] }),
    listAdminSessions: build.query({ ...fromContract(listAdminSessions), providesTags: ['Admins'] }),
    getOwnAdmin: build.query({ ...fromContract(getOwnAdmin), providesTags: ['Admins'] }),
    addAdmin: build.mutation({ ...fromContract(addAdminAccount), ...changes }),
    setAdminRole: build.mutation({ ...fromContract(setAdminRole), ...changes }),
    setAdminDisabled: build.mutation({ ...fromContract(setAdminDisabled), ...changes }),
    setAdminRules: build.mutation({ ...fromContract(setAdminRules), ...changes }),
    resetAdminPassword: build.mutation({ ...fromContract(resetAdminPassword), ...changes }),
    resetAdminTotp: build.mutation({ ...fromContract(resetAdminTotp), ...changes }),
    endAdminSessions: build.mutation({ ...fromContract(endAdminSessions), ...changes }),
    endOwnSessions: build.mutation({ ...fromContract(endOwnSessions), ...changes }),
    // Where no answer came, a look at the account tells whether this session has ended.
    changePassword: build.mutation({
      ...fromContract(changeAdminPassword),
      invalidatesTags: (done) => (done ? [] : ['Admins']),
    }),
    beginTotp: build.mutation(fromContract(beginTotp)),
    confirmTotp: build.mutation({ ...fromContract(confirmTotp), ...changes }),
    turnOffTotp: build.mutation({ ...fromContract(turnOffTotp), ...changes }),
  }),
})

export const {
  useListAdminsQuery,
  useListAdminSessionsQuery,
  useGetOwnAdminQuery,
  useAddAdminMutation,
  useSetAdminRoleMutation,
  useSetAdminRulesMutation,
  useSetAdminDisabledMutation,
  useResetAdminPasswordMutation,
  useResetAdminTotpMutation,
  useEndAdminSessionsMutation,
  useEndOwnSessionsMutation,
  useChangePasswordMutation,
  useBeginTotpMutation,
  useConfirmTotpMutation,
  useTurnOffTotpMutation,
} = adminsApi
