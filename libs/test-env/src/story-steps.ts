import type { Page } from 'playwright-core'
import { tinyPng } from './actors.ts'
import type { CodeSource } from './actors.ts'

/** What people do by hand on the pages of both apps, for stories on any installation. Amounts in rupees. */

interface Login {
  readonly email: string
  readonly password: string
}

/** A visitor signs up on the first page and types the code of the mail; ends at home with nothing. */
export async function signUpByHand(page: Page, { email, password }: Login, mailbox: CodeSource): Promise<void> {
  await page.goto('/')
  await page.waitForURL('**/auth')
  await page
    .getByRole('tab', { name: 'Sign Up' })
    .or(page.getByRole('radio', { name: 'Sign Up' }))
    .click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  const verify = page.getByRole('button', { name: 'Verify' })
  await verify.and(page.locator('[aria-disabled=true]')).waitFor()
  await page.getByLabel('OTP').fill(await mailbox.code(email))
  await page.getByText('Welcome to Kismet! Deposit from ₹100 to start.').waitFor()
  await page.getByText('Balance ₹0.00').waitFor()
}

/** A player opens the form of deposits by the menu. */
export async function openDeposits(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Deposit', exact: true }).first().click()
  await page.waitForURL('**/deposit')
}

/** A player fills the form of deposits, with a proof, and sends it. */
export async function askForDepositByHand(page: Page, amount: number, utr: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Deposit' })
  await form.getByLabel('Amount').fill(String(amount))
  await form.getByLabel('UTR/Reference number').fill(utr)
  await form.locator('input[type=file]').setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: tinyPng })
  await form.getByRole('button', { name: /^Submit deposit/ }).click()
  await page.getByText('Pending', { exact: true }).waitFor()
}

/** An admin logs in to the back office. */
export async function logInByHand(page: Page, login: { username: string; password: string }): Promise<void> {
  await page.goto('/admin/')
  await page.waitForURL('**/admin/login')
  await page.getByLabel('Username').fill(login.username)
  await page.getByLabel('Password', { exact: true }).fill(login.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/admin/')
}

/** An admin looks at the proof of the oldest request, which is this player's, and approves it by the keys. `credited` as the page writes it. */
export async function approveByHand(page: Page, email: string, credited: string): Promise<void> {
  await page.goto('/admin/deposit-requests')
  await page.getByText(email).first().waitFor()
  await page.getByRole('img', { name: /proof/i }).first().waitFor()
  await page.keyboard.press('a')
  await page.getByText('Is the money in the bank?').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(`${credited} credited to ${email}.`).waitFor()
}

/** A player rolls once. @returns whether they won */
export async function rollByHand(page: Page, amount: number): Promise<boolean> {
  await page.goto('/casino/dice')
  await page.getByLabel('Amount').fill(String(amount))
  await page.getByRole('button', { name: 'Roll', exact: true }).click()
  const result = page.getByText(/^(Win|Loss) · /)
  await result.waitFor()
  return (await result.textContent())?.startsWith('Win') === true
}
