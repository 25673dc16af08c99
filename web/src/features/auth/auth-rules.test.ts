import { describe, expect, it } from '@jest/globals'
import { newPasswordProblem } from '../../core/new-password.ts'
import type { ResetForm } from './auth-rules.ts'
import { forgotProblem, loginProblem, otpProblem, resetProblem, signupProblem } from './auth-rules.ts'

const bothNeeded = 'Please enter your email and password.'

describe('login', () => {
  it.each([
    ['', '', bothNeeded],
    ['asha@example.in', '', bothNeeded],
    ['  ', 'secret-7', bothNeeded],
    ['not an email', 'secret-7', 'Please enter a valid email.'],
    ['asha@example.in', 'x', undefined],
  ])('%j %j: %s', (email, password, message) => expect(loginProblem({ email, password })?.message()).toBe(message))
})

describe('sign-up, first things first', () => {
  it.each([
    ['', '', false, bothNeeded],
    ['asha', 'short', false, '8 to 128 characters. You have 5.'],
    ['asha', 'long-enough', false, 'Please enter a valid email.'],
    ['asha@example.in', 'long-enough', false, 'Please accept the Terms of Service and Privacy Policy.'],
    ['asha@example.in', 'long-enough', true, undefined],
  ])('%j %j %s: %s', (email, password, acceptTerms, message) =>
    expect(signupProblem({ email, password, acceptTerms })?.message()).toBe(message),
  )

  it.each([
    ['', undefined],
    ['1234567', '8 to 128 characters. You have 7.'],
    ['12345678', undefined],
    ['x'.repeat(128), undefined],
    ['x'.repeat(129), '8 to 128 characters. You have 129.'],
  ])('a new password %j: %s', (password, message) => expect(newPasswordProblem(password)).toBe(message))
})

describe('the OTP step', () => {
  it.each([
    ['', '123456', 'Please enter your email and OTP.'],
    ['asha@example.in', '', 'Please enter your email and OTP.'],
    ['asha@example.in', 'abcdef', 'The OTP has 6 digits.'],
    ['asha@example.in', '123456', undefined],
  ])('%j %j: %s', (email, otp, message) => expect(otpProblem({ email, otp })?.message()).toBe(message))
})

describe('forgot password', () => {
  it.each([
    ['', 'Please enter your email.'],
    ['asha', 'Please enter a valid email.'],
    ['asha@example.in', undefined],
  ])('step 1 %j: %s', (email, message) => expect(forgotProblem(email)?.message()).toBe(message))

  const form: ResetForm = {
    email: 'asha@example.in',
    otp: '123456',
    newPassword: 'lotus-river',
    confirmPassword: 'lotus-river',
  }
  it.each<[Partial<ResetForm>, string | undefined]>([
    [{ otp: '' }, 'All fields are required.'],
    [{ newPassword: '', confirmPassword: 'other' }, 'All fields are required.'],
    [{ confirmPassword: '' }, 'All fields are required.'],
    [{ otp: '12', confirmPassword: 'other' }, 'Passwords do not match.'],
    [{ otp: '12', newPassword: 'short', confirmPassword: 'short' }, '8 to 128 characters. You have 5.'],
    [{ otp: '12' }, 'The OTP has 6 digits.'],
    [{}, undefined],
  ])('step 2 %j: %s', (changes, message) => expect(resetProblem({ ...form, ...changes })?.message()).toBe(message))
})
