import { afterEach, describe, expect, it } from '@jest/globals'
import type { Answerable } from '@kismet/app-kit/testing/fake-gateway.ts'
import { ok, strange } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  addAccount,
  cashOutMines,
  changeAccount,
  deleteAccount,
  forgotPassword,
  getProfile,
  playDice,
  playSlots,
  postDeposit,
  requestWithdrawal,
  resetMinesAuto,
  resetPassword,
  revealMinesTile,
  sendSupportMessage,
  setMinesAutoSettings,
  signup,
  startMines,
  startMinesAuto,
  stopMinesAuto,
  verifyOtp,
} from '@kismet/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { FakeMinesAuto } from '../testing/fake-mines-auto.ts'
import { fillDeposit, openDeposits, submit as submitDeposit } from '../testing/deposit-page.ts'
import { DiceTable } from '../testing/dice-table.ts'
import { FakeMines } from '../testing/fake-mines.ts'
import type { OpenSite } from '../testing/open-site.tsx'
import { openSite } from '../testing/open-site.tsx'
import { openAccount, openWithdrawals, submit as submitWithdrawal } from '../testing/withdraw-page.ts'

afterEach(() => sessionStorage.clear())

/** The server, or something before it, says no and does not say why. */
const mute = ({ gateway }: Pick<OpenSite, 'gateway'>, operation: Answerable): void =>
  gateway.answer(operation, () => strange(400))
const press = async ({ user }: OpenSite, name: string | RegExp): Promise<void> => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await user.click(button)
}
const type = async ({ user }: OpenSite, label: string, text: string): Promise<void> =>
  user.type(await screen.findByLabelText(label), text)

/** The step of the code, of a sign-up or of a reset. */
async function secondStep(of: 'signup' | 'reset'): Promise<OpenSite> {
  const site = openSite(of === 'signup' ? '/auth' : '/forgot-password', { loggedIn: false })
  site.gateway.answer(forgotPassword, () => ok({ message: '' }))
  site.gateway.answer(signup, () => ok({ message: '', signupId: '01940000-0000-7000-8000-000000000077' }))
  if (of === 'reset') await type(site, 'Email', 'asha@example.in{Enter}')
  else await signUp(site)
  // The last digit of a sign-up sends the code.
  await type(site, 'OTP', of === 'signup' ? '12345' : '123456')
  return site
}
async function signUp(site: OpenSite): Promise<void> {
  await site.user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  await type(site, 'Email', 'asha@example.in')
  await type(site, 'Password', 'lotus-river')
  await site.user.click(screen.getByRole('checkbox'))
  await press(site, 'Sign Up')
}
async function fillAccount(site: OpenSite): Promise<void> {
  await press(site, 'Add Account')
  await type(site, 'Account holder', 'Asha Rao')
  await type(site, 'Account number', '300400500077')
  await type(site, 'Account number again', '300400500077')
  await type(site, 'IFSC', 'SBIN0040112')
  await type(site, 'Mobile number', '9845011724')
  await type(site, 'Login password', 'lotus-river')
}
async function minesGame(): Promise<{ site: OpenSite; fake: FakeMines }> {
  const fake = new FakeMines()
  const site = openSite('/casino/mines', { gateway: fake.gateway })
  await press(site, 'Start Game')
  await screen.findByRole('button', { name: /^Cashout/ })
  return { site, fake }
}
function autoRun(): OpenSite {
  const fake = new FakeMinesAuto()
  fake.run({ selectedTiles: [1] })
  fake.mishaps.push(new Promise(() => undefined))
  return openSite('/mines-auto', { gateway: fake.gateway })
}
async function startAuto(site: OpenSite): Promise<void> {
  await press(site, 'Tile 1')
  await press(site, 'Start Auto')
}
const inDialog = async ({ user }: OpenSite, name: RegExp): Promise<void> =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

describe('a refusal without words is told in those of the spec (section 8):', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'Failed to send OTP.',
      async () => {
        const site = openSite('/auth', { loggedIn: false })
        mute(site, signup)
        await signUp(site)
      },
    ],
    [
      'Failed to verify OTP.',
      async () => {
        const site = await secondStep('signup')
        mute(site, verifyOtp)
        await type(site, 'OTP', '6')
      },
    ],
    [
      'Failed to send OTP.',
      async () => {
        const site = openSite('/forgot-password', { loggedIn: false })
        mute(site, forgotPassword)
        await type(site, 'Email', 'asha@example.in{Enter}')
      },
    ],
    [
      'Failed to reset password.',
      async () => {
        const site = await secondStep('reset')
        mute(site, resetPassword)
        await type(site, 'New Password', 'lotus-river-9')
        await type(site, 'Confirm Password', 'lotus-river-9')
        await press(site, 'Reset Password')
      },
    ],
    [
      'Failed to send message.',
      async () => {
        const site = openSite('/support')
        mute(site, sendSupportMessage)
        await type(site, 'Name', 'Asha')
        await type(site, 'Message', 'Where is my deposit?')
        await press(site, 'Send Message')
      },
    ],
    [
      'Error playing Slots',
      async () => {
        const site = openSite('/casino/slots')
        mute(site, playSlots)
        await press(site, 'SPIN')
      },
    ],
    [
      'Error playing Dice',
      async () => {
        const { gateway } = new DiceTable()
        mute({ gateway }, playDice)
        await press(openSite('/casino/dice', { gateway }), 'Roll')
      },
    ],
    [
      'Failed to start game',
      async () => {
        const { gateway } = new FakeMines()
        mute({ gateway }, startMines)
        await press(openSite('/casino/mines', { gateway }), 'Start Game')
      },
    ],
    [
      'Failed to reveal tile',
      async () => {
        const { site } = await minesGame()
        mute(site, revealMinesTile)
        await press(site, /^Tile 1, closed/)
      },
    ],
    [
      'Failed to cashout',
      async () => {
        const { site, fake } = await minesGame()
        mute(site, cashOutMines)
        await press(site, new RegExp(`^Tile ${(fake.gems()[0] ?? 0) + 1}, closed`))
        await press(site, /^Cashout/)
      },
    ],
    [
      'Failed to fetch bonus info',
      async () => {
        const site = openSite('/awaiting-bonus')
        mute(site, getProfile)
        await screen.findByRole('region', { name: 'Bonus' })
      },
    ],
    [
      'Error submitting deposit',
      async () => {
        const site = await openDeposits([])
        mute(site, postDeposit)
        await fillDeposit(site)
        await site.user.click(submitDeposit())
      },
    ],
    [
      'Error adding account',
      async () => {
        const site = await openWithdrawals([])
        mute(site, addAccount)
        await fillAccount(site)
        await inDialog(site, /^Save/)
      },
    ],
    [
      'Error updating account',
      async () => {
        const site = await openWithdrawals([openAccount])
        mute(site, changeAccount)
        await press(site, /^Edit /)
        await type(site, 'Login password', 'lotus-river')
        await inDialog(site, /^Save/)
      },
    ],
    [
      'Error deleting account',
      async () => {
        const site = await openWithdrawals([openAccount])
        mute(site, deleteAccount)
        await press(site, /^Delete /)
        await inDialog(site, /^Delete$/)
      },
    ],
    [
      'Error submitting withdrawal',
      async () => {
        const site = await openWithdrawals([openAccount])
        mute(site, requestWithdrawal)
        await type(site, 'Amount', '300')
        await site.user.click(submitWithdrawal())
      },
    ],
    [
      'Failed to update settings',
      async () => {
        const site = openSite('/mines-auto')
        mute(site, setMinesAutoSettings)
        await startAuto(site)
      },
    ],
    [
      'Failed to start auto mode',
      async () => {
        const { gateway } = new FakeMinesAuto()
        mute({ gateway }, startMinesAuto)
        await startAuto(openSite('/mines-auto', { gateway }))
      },
    ],
    [
      'Failed to stop auto mode',
      async () => {
        const site = autoRun()
        mute(site, stopMinesAuto)
        await press(site, 'Stop')
      },
    ],
    [
      'Failed to reset auto mode',
      async () => {
        const site = autoRun()
        mute(site, resetMinesAuto)
        await press(site, 'Reset')
      },
    ],
  ])('%s', async (text, happens) => {
    await happens()
    expect(await screen.findByText(text)).toBeTruthy()
  })
})
