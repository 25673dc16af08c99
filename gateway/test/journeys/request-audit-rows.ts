import * as contracts from '@kismet/contracts'
import type { OperationShape, StreamRoute } from '@kismet/contracts'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'

/** A call of an admin, the row that the call leaves, and how the call is made. */
type AuditedCall = readonly [call: OperationShape | StreamRoute, action: string, make: () => Promise<unknown>]

interface Actors {
  readonly owner: AdminActor
  readonly player: PlayerActor
  /** The open deposit. */
  readonly depositId: string
  readonly statementId: string
}

/** The calls about an open deposit. `actors` is known once the test runs. */
export function requestCalls(actors: () => Actors): readonly AuditedCall[] {
  const id = () => actors().depositId
  const api = () => actors().owner.api
  return [
    [contracts.claimRequest, 'deposit.claim', () => api().must(contracts.claimRequest, { id: id() })],
    [contracts.releaseRequest, 'deposit.release', () => api().must(contracts.releaseRequest, { id: id() })],
    [
      contracts.addRequestNote,
      'deposit.note',
      () => api().must(contracts.addRequestNote, { id: id(), text: 'Called the bank' }),
    ],
    [
      contracts.decideSeveral,
      'deposit.reject',
      async () => {
        const ids = [await actors().player.requestDeposit({ amount: 700 })]
        await api().must(contracts.decideSeveral, { kind: 'deposit', ids, status: 'rejected' })
      },
    ],
  ]
}

/** The calls about the rows of a statement, which has a near pair. */
export function bankRowCalls(
  actors: () => Actors,
  file: (stream: StreamRoute, id: string, query: string) => Promise<unknown>,
): readonly AuditedCall[] {
  return [
    [
      contracts.exportBankRows,
      'bank-row.export',
      () => file(contracts.exportBankRows, '', `?statement=${actors().statementId}`),
    ],
    [
      contracts.dismissBankPair,
      'bank-match.dismiss',
      async () => {
        const { api } = actors().owner
        const { rows } = await api.must(contracts.readBankMatches, { id: actors().statementId, tab: 'near' })
        const [{ rowId, request } = { rowId: '', request: null }] = rows
        await api.must(contracts.dismissBankPair, { rowId, requestId: request?._id ?? '' })
      },
    ],
  ]
}
