import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import { lookUpFailed, unanswered } from '@kismet/app-kit/call-error.ts'
import { upload } from '@kismet/app-kit/upload.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import { limits, listDeposits, postDeposit } from '@kismet/contracts'
import type { z } from 'zod'
import { fromContract, inSession } from '../../entities/session/from-contract.ts'
import type { DepositForm } from './deposit-rules.ts'
import { isRequestOf } from './deposit-rules.ts'

type Posted = z.output<typeof postDeposit.output>

const readList = fromContract(listDeposits).queryFn

/** The request that a form describes, if it waits among the own requests; null if it is absent. */
async function findArrived(form: DepositForm, callApi: CallApi): Promise<OrderAnswer<Posted> | null> {
  const { data, error } = await readList({ limit: limits.listRows }, callApi)
  if (error) return { error: lookUpFailed(error) }
  const deposit = data.deposits.find((one) => one.status === 'pending' && isRequestOf(one, form))
  return deposit ? { data: { deposit, message: '' } } : null
}

/**
 * How a deposit is sent and looked up. It is sent again once, if the list can be read and lacks it. The file may take
 * minutes to upload, and costs its player.
 */
export function uploadOf(
  form: DepositForm,
): Record<'send' | 'look', (callApi: CallApi, order: { key: string }) => Promise<OrderAnswer<Posted>>> {
  let isSentAgain = false
  const send = (callApi: CallApi, { key }: { key: string }): Promise<OrderAnswer<Posted>> =>
    inSession(postDeposit.route.path, callApi, (token) =>
      upload(postDeposit, form, { token, signal: callApi.signal, idempotencyKey: key }),
    )
  const look = async (callApi: CallApi, order: { key: string }): Promise<OrderAnswer<Posted>> => {
    const arrived = await findArrived(form, callApi)
    if (arrived) return arrived
    if (isSentAgain) return { error: unanswered('timeout') }
    isSentAgain = true
    return send(callApi, order)
  }
  return { send, look }
}
