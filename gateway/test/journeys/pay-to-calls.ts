import * as contracts from '@kismet/contracts'
import type { OperationShape, StreamRoute } from '@kismet/contracts'
import type { AdminActor } from '@kismet/test-env/actors'

/** The calls that change where players pay to, each with the row that it leaves; one after the other. */
export function payToCalls(
  owner: () => AdminActor,
): (readonly [call: OperationShape | StreamRoute, action: string, make: () => Promise<unknown>])[] {
  const accounts = async () => (await owner().api.must(contracts.listPayToAccounts, {})).accounts
  return [
    [
      contracts.postDepositSettings,
      'deposit-settings.change',
      () => {
        const form = new FormData()
        form.set('utr', 'casino@upi')
        return owner().api.upload(contracts.postDepositSettings, form)
      },
    ],
    [
      contracts.orderPayTo,
      'deposit-settings.order',
      async () => owner().api.must(contracts.orderPayTo, { ids: (await accounts()).map(({ _id }) => _id) }),
    ],
    [
      contracts.switchPayTo,
      'deposit-settings.change',
      async () => {
        for (const { _id: id, version } of await accounts())
          await owner().api.must(contracts.switchPayTo, { id, version, isOn: false })
      },
    ],
  ]
}
