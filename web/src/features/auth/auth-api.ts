import { forgotPassword, login, resendOtp, resetPassword, signup, verifyOtp } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

/** Signing up, logging in, and getting a forgotten password back. */
const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    signup: build.mutation(fromContract(signup)),
    verifyOtp: build.mutation(fromContract(verifyOtp)),
    resendOtp: build.mutation(fromContract(resendOtp)),
    login: build.mutation(fromContract(login)),
    forgotPassword: build.mutation(fromContract(forgotPassword)),
    resetPassword: build.mutation(fromContract(resetPassword)),
  }),
})

export const {
  useSignupMutation,
  useVerifyOtpMutation,
  useResendOtpMutation,
  useLoginMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
} = authApi
