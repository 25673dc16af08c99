import { beforeEach, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { ThemeButton } from './theme-button.tsx'
import { readTheme } from './theme.ts'

beforeEach(() => localStorage.clear())

it('the button names the other theme, and changes to it', async () => {
  render(<ThemeButton />)
  await userEvent.click(screen.getByRole('button', { name: 'Light theme' }))
  expect([document.documentElement.dataset.theme, readTheme()]).toEqual(['light', 'light'])
  await userEvent.click(screen.getByRole('button', { name: 'Dark theme' }))
  expect([document.documentElement.dataset.theme, readTheme()]).toEqual(['dark', 'dark'])
})
