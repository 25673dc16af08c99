import * as contracts from '@kismet/contracts'
import type { OperationShape, StreamRoute } from '@kismet/contracts'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'

/** A call of an admin, the row that the call leaves, and how the call is made. */
type AuditedCall = readonly [call: OperationShape | StreamRoute, action: string, make: () => Promise<unknown>]

/** The calls about withdrawals and their payouts, one after the other. `actors` and `file` are known once the test runs. */
export class PayoutCalls {
  /** The withdrawal that is being paid. */
  withdrawalId = ''
  #fileId = ''
  readonly all: readonly AuditedCall[]

  constructor(
    actors: () => { readonly owner: AdminActor; readonly player: PlayerActor },
    file: (stream: StreamRoute, id: string) => Promise<unknown>,
  ) {
    const api = () => actors().owner.api
    const asked = () => actors().player.requestWithdrawal(300)
    this.all = [
      [contracts.approveWithdrawal, 'withdrawal.approve', async () => actors().owner.payOut(await asked())],
      [contracts.rejectWithdrawal, 'withdrawal.reject', async () => actors().owner.sendBack(await asked(), 'no')],
      [
        contracts.payWithdrawal,
        'withdrawal.pay',
        async () => {
          this.withdrawalId = await asked()
          await api().must(contracts.payWithdrawal, { id: this.withdrawalId })
        },
      ],
      [
        contracts.releasePayout,
        'withdrawal.release-payout',
        () => api().must(contracts.releasePayout, { id: this.withdrawalId }),
      ],
      [
        contracts.createPayoutFile,
        'payout-file.create',
        async () => {
          const made = await api().must(contracts.createPayoutFile, { ids: [this.withdrawalId], format: 'generic' })
          this.#fileId = made.file._id
        },
      ],
      [contracts.downloadPayoutFile, 'payout-file.download', () => file(contracts.downloadPayoutFile, this.#fileId)],
      [
        contracts.releasePayoutFile,
        'withdrawal.release-payout',
        () => api().must(contracts.releasePayoutFile, { id: this.#fileId }),
      ],
      [
        contracts.setPayoutSettings,
        'payout-settings.change',
        () => api().must(contracts.setPayoutSettings, { leaseMinutes: 20, debitAccount: null }),
      ],
    ]
  }

  /** Marks the withdrawal as paid by the debit of a statement that names it. */
  payDebit(statementId: string, { api }: AdminActor): AuditedCall[2] {
    return async () => {
      const { rows } = await api.must(contracts.readPayoutMatches, { id: statementId })
      const pairs = rows.map(({ rowId, withdrawal }) => ({ rowId, withdrawalId: withdrawal?._id ?? '' }))
      await api.must(contracts.payPayoutMatches, { match: 'exact', pairs })
    }
  }
}
