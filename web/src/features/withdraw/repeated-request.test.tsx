import { expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getBalance } from '@kismet/contracts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { openSite, playerId } from '../../testing/open-site.tsx'
import { openAccount, openWithdrawals, ordersOf, submit } from '../../testing/withdraw-page.ts'

const amount = (): HTMLElement => screen.getByLabelText('Amount')
const { accountId } = openAccount

it('takes the same request again after an unknown outcome, although its money is on hold already', async () => {
  const sent = {
    intent: JSON.stringify([100_000, accountId]),
    key: 'key-of-before',
    state: 'sending',
    session: 'before',
  }
  const facts = { amountPaise: 100_000, accountIndex: 0 }
  const { gateway } = await openWithdrawals([openAccount])
  cleanup()
  sessionStorage.setItem(`order:withdraw:${playerId}`, JSON.stringify([{ ...sent, facts }]))
  gateway.answer(getBalance, () => ok({ balance: 0, balanceSeq: 2, netResult: 0 }))
  const figures = { balancePaise: 0, balanceSeq: 2, netPaise: 0, netSeq: 2 }
  const site = openSite('/withdraw', { gateway, sameTab: true, figures })
  await screen.findByText(/^We could not confirm your earlier request/)
  await site.user.type(amount(), '999')
  expect(screen.getByText('You can withdraw up to ₹0.00')).toBeTruthy()
  await site.user.clear(amount())
  await site.user.type(amount(), '1000')
  expect(screen.queryByText('You can withdraw up to ₹0.00')).toBeNull()
  await site.user.click(submit())
  await waitFor(() => expect(ordersOf(site)).toMatchObject([{ key: 'key-of-before', body: { amount: 1_000 } }]))
})
