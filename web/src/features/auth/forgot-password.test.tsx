import { forgotPassword, limits, resetPassword } from '@kismet/contracts'
import { afterEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import type { Reply } from '@kismet/app-kit/testing/fake-gateway.ts'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { PlayerGateway } from '../../testing/player-gateway.ts'
import { openSite } from '../../testing/open-site.tsx'
import { codeWasWrong } from './mailed-code.ts'

const visitor = (path: string, gateway: PlayerGateway, sameTab = false) =>
  openSite(path, { loggedIn: false, gateway, sameTab })
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })

afterEach(() => sessionStorage.clear())

describe('/forgot-password', () => {
  it('sends one code though Enter is pressed twice or the way back is taken, and offers another when the server does', async () => {
    const gateway = new PlayerGateway()
    const sent = Promise.withResolvers<Reply<typeof forgotPassword>>()
    gateway.answer(forgotPassword, () => sent.promise)
    const { user } = visitor('/forgot-password', gateway)
    await user.type(await screen.findByLabelText('Email'), 'asha@example.in{Enter}{Enter}')
    sent.resolve(ok({ message: '' }))
    expect(await screen.findByText(/^Resend OTP in \d+ s$/)).toHaveProperty('ariaDisabled', 'true')
    await user.click(button('Back'))
    await user.click(await screen.findByRole('button', { name: 'Send OTP' }))
    await screen.findByRole('button', { name: 'Reset Password' })
    expect(gateway.requestsOf(forgotPassword)).toHaveLength(1)
  })

  it('comes back to the second step after a reload, with its e-mail and its wait, and no secret; not after Back', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(forgotPassword, () => ok({ message: '' }))
    const { user } = visitor('/forgot-password', gateway)
    await user.type(await screen.findByLabelText('Email'), 'asha@example.in{Enter}')
    await user.type(await screen.findByLabelText('OTP'), '123456')
    await user.type(screen.getByLabelText('New Password'), 'lotus-river-9')
    expect(Object.values(sessionStorage).join()).not.toMatch(/123456|lotus/)

    cleanup()
    visitor('/forgot-password', gateway, true)
    expect(await screen.findByText(/we sent an OTP to asha@example.in/)).toBeTruthy()
    expect(screen.getByLabelText('OTP')).toHaveProperty('value', '')
    expect(screen.getByText(/^Resend OTP in \d+ s$/)).toHaveProperty('ariaDisabled', 'true')
    await user.click(button('Back'))
    expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'asha@example.in')

    cleanup()
    visitor('/forgot-password', gateway, true)
    expect(await screen.findByRole('heading', { name: 'Forgot Password' })).toBeTruthy()
  })

  it('never says that a code was sent when the tries of the last one are used up and no other is given yet', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(forgotPassword, () => ok({ message: '' }))
    const { user } = visitor('/forgot-password', gateway)
    await user.type(await screen.findByLabelText('Email'), 'asha@example.in{Enter}')
    await screen.findByRole('button', { name: 'Reset Password' })
    for (let tries = 0; tries < limits.otp.tries; tries += 1) codeWasWrong('reset', 'asha@example.in')
    gateway.answer(forgotPassword, () => refuse('too_many_requests', undefined, { params: { retryAfterMs: 61_000 } }))
    await user.click(button('Back'))
    await user.click(await screen.findByRole('button', { name: 'Send OTP' }))
    expect(await screen.findByText(/^Too many requests/)).toBeTruthy()
    expect(screen.queryByText(/we sent an OTP to/)).toBeNull()
  })

  it('says that it is sending and resetting, and shows each of both passwords on demand', async () => {
    const gateway = new PlayerGateway()
    const [sent, reset] = [
      Promise.withResolvers<Reply<typeof forgotPassword>>(),
      Promise.withResolvers<Reply<typeof resetPassword>>(),
    ]
    gateway.answer(forgotPassword, () => sent.promise)
    gateway.answer(resetPassword, () => reset.promise)
    const { user } = visitor('/forgot-password', gateway)
    expect(await screen.findByLabelText('Email')).toHaveProperty('type', 'email')
    await user.type(screen.getByLabelText('Email'), 'asha@example.in{Enter}')
    expect(button('Sending OTP...').getAttribute('aria-busy')).toBe('true')
    sent.resolve(ok({ message: '' }))
    await user.type(await screen.findByLabelText('OTP'), '123456')
    for (const label of ['New Password', 'Confirm Password']) {
      await user.type(screen.getByLabelText(label), 'lotus-river-9')
      expect(screen.getByLabelText(label)).toHaveProperty('type', 'password')
      await user.click(screen.getAllByRole('button', { name: 'Show' })[0] ?? document.body)
      expect(screen.getByLabelText(label)).toHaveProperty('type', 'text')
    }
    expect(screen.getAllByRole('button', { name: 'Hide' })).toHaveLength(2)
    await user.click(button('Reset Password'))
    expect(button('Resetting...').getAttribute('aria-busy')).toBe('true')
    reset.resolve(ok({ message: '' }))
    expect(await screen.findByText('Your password has been reset successfully!')).toBeTruthy()
  })

  it('says where it is at each step: the heading of the new one has the focus, and what was done is read out', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(forgotPassword, () => ok({ message: '' }))
    gateway.answer(resetPassword, () => ok({ message: '' }))
    const { user } = visitor('/forgot-password', gateway)
    const focused = (): string | null | undefined => document.activeElement?.textContent
    await user.type(await screen.findByLabelText('Email'), 'asha@example.in{Enter}')
    await waitFor(() => expect(focused()).toBe('Reset Password'))
    await user.click(button('Back'))
    expect(focused()).toBe('Forgot Password')
    await user.click(button('Send OTP'))
    await user.type(await screen.findByLabelText('OTP'), '123456')
    for (const label of ['New Password', 'Confirm Password'])
      await user.type(screen.getByLabelText(label), 'lotus-river-9')
    await user.click(button('Reset Password'))
    expect((await screen.findByRole('alert')).textContent).toBe('Your password has been reset successfully!')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })

  it('goes through its three steps', async () => {
    const gateway = new PlayerGateway()
    let down = true
    gateway.answer(forgotPassword, () => (down ? null : ok({ message: '' })))
    gateway.answer(resetPassword, () => ok({ message: '' }))
    const { user } = visitor('/forgot-password', gateway)
    await user.click(await screen.findByRole('button', { name: 'Send OTP' }))
    expect(await screen.findByText('Please enter your email.')).toBeTruthy()
    await user.type(screen.getByLabelText('Email'), 'asha@example.in')
    await user.click(button('Send OTP'))
    expect(await screen.findByText('Network error. Please try again.')).toBeTruthy()
    down = false
    await user.click(button('Send OTP'))

    await user.click(await screen.findByRole('button', { name: 'Reset Password' }))
    expect(await screen.findByText('All fields are required.')).toBeTruthy()
    await user.type(screen.getByLabelText('OTP'), '123456')
    await user.type(screen.getByLabelText('New Password'), 'lotus-river-9')
    await user.type(screen.getByLabelText('Confirm Password'), 'lotus-river')
    await user.click(button('Reset Password'))
    expect(await screen.findByText('Passwords do not match.')).toBeTruthy()
    await user.type(screen.getByLabelText('Confirm Password'), '-9')
    await user.click(button('Reset Password'))

    expect(await screen.findByText('Your password has been reset successfully!')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Go to Login' }))
    expect(await screen.findByRole('tab', { name: 'Login' })).toBeTruthy()
    expect(gateway.requestsOf(resetPassword)[0]?.body).toEqual({
      email: 'asha@example.in',
      otp: '123456',
      newPassword: 'lotus-river-9',
      confirmPassword: 'lotus-river-9',
    })
  })

  it('empties the field of a wrong OTP and puts the focus there, as the sign-up does', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(forgotPassword, () => ok({ message: '' }))
    gateway.answer(resetPassword, () => refuse('invalid_code'))
    const { user } = visitor('/forgot-password', gateway)
    await user.type(await screen.findByLabelText('Email'), 'asha@example.in{Enter}')
    await user.type(await screen.findByLabelText('OTP'), '123456')
    for (const label of ['New Password', 'Confirm Password'])
      await user.type(screen.getByLabelText(label), 'lotus-river-9')
    await user.click(button('Reset Password'))
    const otp = screen.getByLabelText('OTP')
    await waitFor(() => expect(otp).toHaveProperty('value', ''))
    expect(document.activeElement).toBe(otp)
  })

  it('takes a pasted OTP with the words and spaces around it', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(forgotPassword, () => ok({ message: '' }))
    const { user } = visitor('/forgot-password', gateway)
    await user.type(await screen.findByLabelText('Email'), 'asha@example.in{Enter}')
    await user.click(await screen.findByLabelText('OTP'))
    await user.paste('\u200eYour OTP: 123 456')
    expect(screen.getByLabelText('OTP')).toHaveProperty('value', '123456')
  })
})
