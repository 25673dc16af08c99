import { it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  addAccount,
  downloadAccountStatement,
  getAccountStatement,
  listAccounts,
  listDeposits,
  listWithdrawals,
  postDeposit,
} from '@kismet/contracts'
import { screen } from '@testing-library/react'
import { deposit, fillDeposit, openDeposits, submit } from '../testing/deposit-page.ts'
import type { OpenSite } from '../testing/open-site.tsx'
import { openSite } from '../testing/open-site.tsx'
import { PlayerGateway } from '../testing/player-gateway.ts'
import { openAccount } from '../testing/withdraw-page.ts'

const press = async ({ user }: OpenSite, name: string): Promise<void> =>
  user.click(await screen.findByRole('button', { name }))

/** A proof is on its way, and its answer is in the hand of the test. */
async function proofOnItsWay(): Promise<{ site: OpenSite; answer: () => void }> {
  const site = await openDeposits([])
  const held = Promise.withResolvers<undefined>()
  site.gateway.answer(postDeposit, async () => {
    await held.promise
    return ok({ deposit, message: 'taken' })
  })
  await fillDeposit(site)
  await site.user.click(submit())
  await screen.findByRole('progressbar')
  return { site, answer: () => held.resolve(undefined) }
}

/** The statement is being fetched, for as long as the test lasts. */
async function fileOnItsWay(): Promise<{ site: OpenSite }> {
  const gateway = new PlayerGateway()
  gateway.answer(getAccountStatement, () => ok({ statements: [], nextCursor: null }))
  gateway.answer(downloadAccountStatement, () => new Promise(() => undefined))
  const site = openSite('/account-statement', { gateway })
  await press(site, 'Download CSV')
  return { site }
}

it.each([
  { what: 'a proof is sent', begin: proofOnItsWay },
  { what: 'the statement is fetched', begin: fileOnItsWay },
])('an account that is added while $what is shown at once', async ({ begin }) => {
  const { site } = await begin()
  const { gateway, user } = site
  gateway.answer(listWithdrawals, () => ok({ withdrawals: [], nextCursor: null }))
  gateway.answer(listAccounts, () => ok({ accounts: [] }))
  gateway.answer(addAccount, () => ok({ accounts: [openAccount], message: '' }))
  await user.click(screen.getAllByRole('link', { name: 'Withdrawal' })[0] ?? document.body)
  await screen.findByText(/^Bank account · 0 of 3 saved/)
  await press(site, 'Add Account')
  await user.type(screen.getByLabelText('Account holder'), openAccount.name)
  await user.type(screen.getByLabelText('Account number'), openAccount.accountNumber)
  await user.type(screen.getByLabelText('Account number again'), openAccount.accountNumber)
  await user.type(screen.getByLabelText('IFSC'), openAccount.ifsc)
  await user.type(screen.getByLabelText('Mobile number'), openAccount.mobile)
  await user.type(screen.getByLabelText('Login password'), 'lotus-river')
  gateway.answer(listAccounts, () => ok({ accounts: [openAccount] }))
  await press(site, 'Save account')
  await screen.findByText('Account added')
  await screen.findByText(/^Bank account · 1 of 3 saved/)
})

it('a request is in the list once its proof has arrived', async () => {
  const { site, answer } = await proofOnItsWay()
  site.gateway.answer(listDeposits, () => ok({ deposits: [deposit], nextCursor: null }))
  answer()
  await screen.findByText('Deposit submitted')
  await screen.findByText('Pending')
})
