import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import type { WireOutput } from '@kismet/contracts'
import { getDepositSettings, listDeposits, postDeposit } from '@kismet/contracts'
import { screen } from '@testing-library/react'
import type { OpenSite } from './open-site.tsx'
import { openSite, playerId } from './open-site.tsx'
import { PlayerGateway } from './player-gateway.ts'

/** The request that `fillDeposit` describes. */
export const deposit: WireOutput<typeof listDeposits>['deposits'][number] = {
  _id: '01940000-0000-7000-8000-0000000000d1',
  user: playerId,
  amount: 2_000,
  method: 'UPI',
  utr: '412788300934',
  proof: '/api/deposit-requests/d1/proof',
  status: 'pending',
  adminReason: null,
  proofDeletedAt: null,
  createdAt: '2026-11-21T13:42:00.000Z',
}
export const proofFile = new File(['proof'], 'proof.png', { type: 'image/png' })

/** The deposit page, once it says where to pay. A request is taken; `deposits` are the own ones. */
export async function openDeposits(deposits: readonly (typeof deposit)[]): Promise<OpenSite> {
  const gateway = new PlayerGateway()
  const settings = { qrImage: '/api/deposit-settings/qr/1', utr: 'KISMET-PAY', version: 'v1' }
  gateway.answer(getDepositSettings, () => ok({ settings }))
  gateway.answer(listDeposits, () => ok({ deposits: [...deposits], nextCursor: null }))
  gateway.answer(postDeposit, () => ok({ deposit, message: 'taken' }))
  const site = openSite('/deposit', { gateway })
  await screen.findByText('KISMET-PAY')
  return site
}

export async function fillDeposit({ user }: Pick<OpenSite, 'user'>): Promise<void> {
  await user.type(screen.getByLabelText('Amount'), '2000')
  await user.type(screen.getByLabelText('UTR/Reference number'), '4127 8830 0934')
  await user.upload(screen.getByLabelText('Proof (image or PDF)'), proofFile)
}

export const submit = (): HTMLElement => screen.getByRole('button', { name: /^Submit deposit/ })

/** The Idempotency-Keys of what was sent, oldest first. */
export const keysOf = ({ gateway }: Pick<OpenSite, 'gateway'>): (string | null)[] =>
  gateway.requestsOf(postDeposit).map(({ headers }) => headers.get('Idempotency-Key'))
