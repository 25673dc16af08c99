import { forgotPassword, resendOtp, resetPassword, verifyOtp } from '@kismet/contracts'
import { afterEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { openSite } from '../../testing/open-site.tsx'
import { PlayerGateway } from '../../testing/player-gateway.ts'

const visitor = (path: string, gateway: PlayerGateway, sameTab = false) =>
  openSite(path, { loggedIn: false, gateway, sameTab })
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })
const mayBeDone = /^It may still have worked\./
const wrongCode = 'The OTP is wrong or has expired.'
const pending = { email: 'asha@example.in', signupId: '01940000-0000-7000-8000-000000000077', entering: true }

afterEach(() => sessionStorage.clear())

describe('an OTP whose answer was lost', () => {
  /** The first answer is lost on its way; the code is used up. */
  function losing(): PlayerGateway {
    const gateway = new PlayerGateway()
    let sent = 0
    gateway.answer(verifyOtp, () => ((sent += 1) === 1 ? null : refuse('invalid_code', wrongCode)))
    gateway.answer(resendOtp, () => ok({ message: '' }))
    return gateway
  }

  it('may have opened the account: the login is offered, and again where the same code is wrong', async () => {
    sessionStorage.setItem('pendingSignUp', JSON.stringify(pending))
    const { user } = visitor('/auth', losing(), true)
    const verify = async (): Promise<void> => {
      await user.type(await screen.findByLabelText('OTP'), '222222')
    }
    await verify()
    expect(await screen.findByText('Network error. Please try again.')).toBeTruthy()
    const told = screen.getAllByRole('alert').map(({ textContent }) => textContent)
    expect(told).toEqual(['Network error. Please try again.', expect.stringMatching(mayBeDone)])
    // The same code can be sent again, until another code is asked for.
    expect(screen.getByLabelText('OTP')).toHaveProperty('value', '222222')
    expect(button('Verify').getAttribute('aria-disabled')).toBeNull()
    await user.click(button('Resend OTP'))
    await waitFor(() => expect(screen.getByLabelText('OTP')).toHaveProperty('value', ''))
    await verify()
    expect(await screen.findByText(wrongCode)).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'log in' }))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Login' }))
    expect(screen.getByRole('tab', { name: 'Login' }).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByLabelText('Email')).toHaveProperty('value', pending.email)
  })

  it('is remembered by the tab, for its own e-mail alone', async () => {
    sessionStorage.setItem('pendingSignUp', JSON.stringify(pending))
    const gateway = losing()
    const { user } = visitor('/auth', gateway, true)
    await user.type(await screen.findByLabelText('OTP'), '222222')
    await screen.findByText(mayBeDone)
    cleanup()
    visitor('/auth', gateway, true)
    await user.type(await screen.findByLabelText('OTP'), '222222')
    await screen.findByText(mayBeDone)
    await user.type(screen.getByLabelText('Email'), '.invalid')
    await user.type(screen.getByLabelText('OTP'), '222222')
    expect(await screen.findByText(wrongCode)).toBeTruthy()
    expect(screen.queryByText(mayBeDone)).toBeNull()
  })
})

it('a reset whose answer was lost may have been done: the login is offered, and again where the same code is wrong', async () => {
  const gateway = new PlayerGateway()
  let sent = 0
  gateway.answer(forgotPassword, () => ok({ message: '' }))
  gateway.answer(resetPassword, () => ((sent += 1) === 1 ? null : refuse('invalid_code', wrongCode)))
  const { user } = visitor('/forgot-password', gateway)
  await user.type(await screen.findByLabelText('Email'), 'asha@example.in{Enter}')
  await user.type(await screen.findByLabelText('OTP'), '123456')
  for (const label of ['New Password', 'Confirm Password'])
    await user.type(screen.getByLabelText(label), 'lotus-river-9')
  await user.click(button('Reset Password'))
  expect(await screen.findByText('Network error. Please try again.')).toBeTruthy()
  expect(screen.getByText(mayBeDone)).toBeTruthy()
  await user.click(button('Reset Password'))
  expect(await screen.findByText(wrongCode)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'log in' }))
  expect(await screen.findByRole('tab', { name: 'Login' })).toBeTruthy()
})
