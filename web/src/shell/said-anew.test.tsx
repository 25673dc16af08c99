import { afterEach, expect, it } from '@jest/globals'
import { refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { login } from '@kismet/contracts'
import { act, screen } from '@testing-library/react'
import { showLanguage } from '../entities/language/language.ts'
import { openSite } from '../testing/open-site.tsx'
import { PlayerGateway } from '../testing/player-gateway.ts'

afterEach(async () => {
  await act(() => showLanguage('en'))
  localStorage.clear()
})

it('what a form says follows the language that is chosen after it was said', async () => {
  const gateway = new PlayerGateway()
  gateway.answer(login, () => refuse('invalid_credentials'))
  const { user } = openSite('/auth', { loggedIn: false, gateway })
  await user.type(await screen.findByLabelText('Email'), 'asha')
  await user.type(screen.getByLabelText('Password'), 'lotus-river{Enter}')
  expect(await screen.findByText('Please enter a valid email.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'हिन्दी' }))
  expect(await screen.findByText('कृपया सही ईमेल डालें।')).toBeTruthy()

  await user.type(screen.getByLabelText('ईमेल'), '@example.in{Enter}')
  const told = (await screen.findByRole('alert')).textContent
  await user.click(screen.getByRole('button', { name: 'English' }))
  await screen.findByLabelText('Email')
  expect(told).not.toBe(screen.getByRole('alert').textContent)
  expect(told).not.toMatch(/[A-Za-z]/)
})

it('so does what the form of a deposit says', async () => {
  const { user } = openSite('/deposit')
  await user.click(await screen.findByRole('button', { name: /^Submit deposit/ }))
  expect(await screen.findByText('Enter a valid amount')).toBeTruthy()
  await act(() => showLanguage('hi'))
  expect(screen.queryByText('Enter a valid amount')).toBeNull()
  expect(document.querySelector('[aria-invalid=true]')).not.toBeNull()
})
