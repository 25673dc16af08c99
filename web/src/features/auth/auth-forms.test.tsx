import { getBalance, login, resendOtp, signup, verifyOtp } from '@kismet/contracts'
import { afterEach, describe, expect, it } from '@jest/globals'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import type { Reply } from '@kismet/app-kit/testing/fake-gateway.ts'
import { ok, refuse, strange } from '@kismet/app-kit/testing/fake-gateway.ts'
import { PlayerGateway } from '../../testing/player-gateway.ts'
import { openSite, playerId } from '../../testing/open-site.tsx'

const started = ok({
  message: '',
  user: {
    _id: playerId,
    email: 'asha@example.in',
    language: 'en' as const,
    balance: 250.5,
    balanceSeq: 4,
    netResult: -20,
  },
  token: 'new-token',
})

const visitor = (path: string, gateway = new PlayerGateway(), sameTab = false) =>
  openSite(path, { loggedIn: false, gateway, sameTab })
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })
const password = (): HTMLElement => screen.getByLabelText('Password')

const signupId = '01940000-0000-7000-8000-000000000077'
afterEach(() => sessionStorage.clear())

describe('/auth', () => {
  it('logs in: keeps user, token and balance, says the banner, goes home', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(login, () => started)
    gateway.answer(getBalance, () => ok({ balance: 250.5, balanceSeq: 4, netResult: -20 }))
    const { user, store } = visitor('/auth', gateway)
    await user.click(await screen.findByRole('button', { name: 'Login' }))
    expect(await screen.findByText('Please enter your email and password.')).toBeTruthy()
    expect(gateway.requestsOf(login)).toHaveLength(0)

    await user.type(screen.getByLabelText('Email'), 'Asha@Example.in')
    await user.type(password(), 'lotus-river')
    await user.click(button('Login'))
    expect(await screen.findByText('Welcome back to Kismet!')).toBeTruthy()
    expect(store.getState().notices.banner?.durationMs).toBe(3_000)
    expect(await screen.findByRole('button', { name: 'SPIN' })).toBeTruthy()
    expect(localStorage.getItem('token')).toBe('new-token')
    expect(localStorage.getItem('balance')).toBe('25050')
    expect(gateway.requestsOf(login)[0]?.body).toEqual({ email: 'asha@example.in', password: 'lotus-river' })
  })

  it.each([
    ['the server said why', refuse('invalid_credentials', 'Wrong email or password.'), 'Wrong email or password.'],
    ['the server said nothing', strange(500), 'Login failed.'],
    ['the network is down', null, 'Network error. Please try again.'],
  ])('shows a login that failed because %s', async (_, reply, text) => {
    const gateway = new PlayerGateway()
    gateway.answer(login, () => reply)
    const { user } = visitor('/auth', gateway)
    await user.type(await screen.findByLabelText('Email'), 'asha@example.in')
    await user.type(password(), 'lotus-river')
    await user.click(button('Login'))
    expect(await screen.findByText(text)).toBeTruthy()
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('signs up: consent, the OTP step with Verify at exactly 6, its banner', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(signup, () => ok({ message: '', signupId }))
    gateway.answer(verifyOtp, ({ body }) =>
      JSON.stringify(body).includes('111111') ? refuse('invalid_code', 'The OTP is wrong or has expired.') : started,
    )
    const { user, store } = visitor('/auth', gateway)
    await user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
    await user.type(screen.getByLabelText('Email'), 'asha@example.in')
    await user.type(password(), 'lotus-river')
    await user.click(button('Sign Up'))
    expect(await screen.findByText('Please accept the Terms of Service and Privacy Policy.')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: /^I am 18 or older/ }))
    await user.click(button('Sign Up'))

    const otp = await screen.findByLabelText('OTP')
    expect(document.activeElement).toBe(otp)
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@example.in')
    await user.type(otp, '11111')
    expect(button('Verify').getAttribute('aria-disabled')).toBe('true')
    await user.type(otp, '{Enter}')
    await user.click(button('Verify'))
    expect(gateway.requestsOf(verifyOtp)).toEqual([])
    await user.type(otp, '1')
    expect(await screen.findByText('The OTP is wrong or has expired.')).toBeTruthy()
    expect(otp).toHaveProperty('value', '')
    expect(document.activeElement).toBe(otp)

    await user.keyboard('222222')
    expect(await screen.findByText('Welcome to Kismet! Deposit from ₹100 to start.')).toBeTruthy()
    expect(store.getState().notices.banner?.durationMs).toBe(4_000)
    expect(await screen.findByRole('button', { name: 'SPIN' })).toBeTruthy()
    expect(gateway.requestsOf(signup)[0]?.body).toMatchObject({ acceptTerms: true })
    expect(gateway.requestsOf(verifyOtp).map(({ body }) => body)).toEqual(
      ['111111', '222222'].map((code) => ({ email: 'asha@example.in', otp: code, signupId })),
    )
  })

  it('comes back to the OTP step after a reload, and says which sign-up it is of until a session begins', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(signup, () => ok({ message: '', signupId }))
    gateway.answer(resendOtp, () => ok({ message: '' }))
    gateway.answer(verifyOtp, () => started)
    const { user } = visitor('/auth', gateway)
    await user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
    await user.type(screen.getByLabelText('Email'), 'asha@example.in')
    await user.type(password(), 'lotus-river')
    await user.click(screen.getByRole('checkbox'))
    await user.click(button('Sign Up'))
    await screen.findByLabelText('OTP')

    cleanup()
    visitor('/auth', gateway, true)
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('asha@example.in')
    await user.click(button('Resend OTP'))
    expect(await screen.findByText('New OTP sent. Only the newest OTP works.')).toBeTruthy()
    await user.type(screen.getByLabelText('OTP'), '222222')
    expect(await screen.findByText('Welcome to Kismet! Deposit from ₹100 to start.')).toBeTruthy()
    const sent = [...gateway.requestsOf(resendOtp), ...gateway.requestsOf(verifyOtp)].map(({ body }) => body)
    expect(sent).toEqual([expect.objectContaining({ signupId }), expect.objectContaining({ signupId })])
    expect(sessionStorage).toHaveLength(0)
  })

  it('is at the login again after Back and a reload; the sign-up is still known, for its own e-mail alone', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(verifyOtp, () => refuse('invalid_code', 'The OTP is wrong or has expired.'))
    gateway.answer(login, () => refuse('email_not_verified', 'Please verify your email first.'))
    sessionStorage.setItem('pendingSignUp', JSON.stringify({ email: 'asha@example.in', signupId, entering: true }))
    const { user } = visitor('/auth', gateway, true)
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    cleanup()
    visitor('/auth', gateway, true)
    expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'asha@example.in')
    await user.clear(screen.getByLabelText('Email'))
    await user.type(screen.getByLabelText('Email'), 'Asha@Example.in')
    await user.type(password(), 'lotus-river')
    await user.click(button('Login'))
    await user.type(await screen.findByLabelText('OTP'), '222222')
    await screen.findByText('The OTP is wrong or has expired.')
    await user.type(screen.getByLabelText('Email'), '.invalid')
    await user.type(screen.getByLabelText('OTP'), '222222')
    await screen.findByText('The OTP is wrong or has expired.')
    const [own, other] = gateway.requestsOf(verifyOtp).map(({ body }) => body)
    expect(own).toMatchObject({ signupId })
    expect(other).not.toHaveProperty('signupId')
  })

  it('keeps mode and consent on the way back from the OTP step after a reload', async () => {
    sessionStorage.setItem('pendingSignUp', JSON.stringify({ email: 'asha@example.in', signupId, entering: true }))
    const { user } = visitor('/auth', new PlayerGateway(), true)
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Sign Up' }))
    expect(screen.getByRole('tab', { name: 'Sign Up' }).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByRole('checkbox')).toHaveProperty('checked', true)
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'asha@example.in')
  })

  it('keeps e-mail and consent on the way back from the OTP step, and no password', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(signup, () => ok({ message: '', signupId }))
    const { user } = visitor('/auth', gateway)
    await user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
    await user.type(screen.getByLabelText('Email'), 'asha@example.in')
    await user.type(password(), 'lotus-river')
    await user.click(screen.getByRole('checkbox'))
    await user.click(button('Sign Up'))
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'asha@example.in')
    expect(screen.getByRole('checkbox')).toHaveProperty('checked', true)
    expect(password()).toHaveProperty('value', '')
    for (const storage of [sessionStorage, localStorage])
      expect(JSON.stringify(Object.entries(storage))).not.toContain('lotus-river')
  })

  it('asks for the code when the e-mail is not verified yet, and waits as long as the server says before another', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(login, () => refuse('email_not_verified', 'Please verify your email first.'))
    const wait = 'Please wait before asking for another OTP.'
    gateway.answer(resendOtp, () => refuse('too_many_requests', wait, { retryAfterSeconds: 17 }))
    const { user } = visitor('/auth', gateway)
    await user.type(await screen.findByLabelText('Email'), 'asha@example.in')
    await user.type(password(), 'lotus-river')
    await user.click(button('Login'))
    expect(await screen.findByText('Please verify your email first.')).toBeTruthy()
    await user.click(button('Resend OTP'))
    expect(await screen.findByText('Please wait before asking for another OTP.')).toBeTruthy()
    expect(button('Resend OTP')).toMatchObject({ ariaDisabled: 'true', textContent: 'Resend OTP in 17 s' })
    expect(document.activeElement).toBe(button('Resend OTP'))
    await user.click(button('Back'))
    expect(await screen.findByLabelText('Password')).toBeTruthy()
  })

  it('says after five wrong codes that another one has to be asked for, and no longer what was mended', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(verifyOtp, () => refuse('invalid_code', 'The OTP is wrong or has expired.'))
    gateway.answer(resendOtp, () => ok({ message: '' }))
    sessionStorage.setItem('pendingSignUp', JSON.stringify({ email: 'asha@example.in', signupId, entering: true }))
    const { user } = visitor('/auth', gateway, true)
    const tryCode = async (): Promise<void> => {
      await user.type(await screen.findByLabelText('OTP'), '22222')
      expect(screen.queryByRole('alert')).toBeNull()
      await user.keyboard('2')
    }
    for (const _ of [1, 2, 3, 4]) {
      await tryCode()
      expect(await screen.findByText('The OTP is wrong or has expired.')).toBeTruthy()
    }
    const usedUp = 'You tried this OTP too often. Request a new OTP.'
    await tryCode()
    expect(await screen.findByText(usedUp)).toBeTruthy()
    await tryCode()
    expect(await screen.findByText(usedUp)).toBeTruthy()
    await user.click(button('Resend OTP'))
    await screen.findByText(/^Resend OTP in \d+ s$/)
    await tryCode()
    expect(await screen.findByText('The OTP is wrong or has expired.')).toBeTruthy()
  })

  it('does not offer another code while it would be refused, after a reload neither', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(resendOtp, () => ok({ message: '' }))
    sessionStorage.setItem('pendingSignUp', JSON.stringify({ email: 'asha@example.in', signupId, entering: true }))
    const { user } = visitor('/auth', gateway, true)
    await user.click(await screen.findByRole('button', { name: 'Resend OTP' }))
    await screen.findByText(/^Resend OTP in \d+ s$/)
    cleanup()
    visitor('/auth', gateway, true)
    expect(await screen.findByText(/^Resend OTP in \d+ s$/)).toHaveProperty('ariaDisabled', 'true')
  })

  it('has a field for an email, a password that can be shown, and a way to the reset', async () => {
    const { user } = visitor('/auth')
    expect(await screen.findByLabelText('Email')).toHaveProperty('type', 'email')
    expect(password()).toHaveProperty('type', 'password')
    await user.click(button('Show password'))
    expect(password()).toHaveProperty('type', 'text')
    const way = screen.getByRole('link', { name: 'Forgot Password?' })
    expect(way.getAttribute('href')).toBe('/forgot-password')
    await user.type(screen.getByLabelText('Email'), 'asha@example.in')
    await user.click(way)
    await screen.findByRole('heading', { name: 'Forgot Password' })
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'asha@example.in')
  })

  it('forgets an error when the tab changes', async () => {
    const { user } = visitor('/auth')
    await user.click(await screen.findByRole('button', { name: 'Login' }))
    await screen.findByText('Please enter your email and password.')
    await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
    expect(screen.queryByText('Please enter your email and password.')).toBeNull()
  })

  it('shows the error of a login on its own tab alone', async () => {
    const gateway = new PlayerGateway()
    const answer = Promise.withResolvers<Reply<typeof login>>()
    gateway.answer(login, () => answer.promise)
    const { user } = visitor('/auth', gateway)
    await user.type(await screen.findByLabelText('Email'), 'asha@example.in')
    await user.type(password(), 'lotus-river')
    await user.click(button('Login'))
    await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
    act(() => answer.resolve(refuse('invalid_credentials', 'Wrong email or password.')))
    await waitFor(() => expect(button('Sign Up').getAttribute('aria-busy')).toBeNull())
    expect(screen.queryByText('Wrong email or password.')).toBeNull()
  })

  it('names the address that the OTP was sent to, also while another is typed', async () => {
    const gateway = new PlayerGateway()
    const answer = Promise.withResolvers<Reply<typeof signup>>()
    gateway.answer(signup, () => answer.promise)
    gateway.answer(resendOtp, () => ok({ message: '' }))
    const { user } = visitor('/auth', gateway)
    await user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
    await user.type(screen.getByLabelText('Email'), 'asha@example.in')
    await user.type(password(), 'lotus-river')
    await user.click(screen.getByRole('checkbox'))
    await user.click(button('Sign Up'))
    await user.type(screen.getByLabelText('Email'), 'dia')
    act(() => answer.resolve(ok({ message: '', signupId })))
    const sent = await screen.findByText(/^We sent an OTP of 6 digits to/)
    await user.type(screen.getByLabelText('Email'), 'dia')
    expect(sent.textContent).toContain('to asha@example.in.')
    await user.click(button('Resend OTP'))
    await screen.findByText('We sent a new OTP to asha@example.india. Earlier OTPs no longer work.')
  })
})
