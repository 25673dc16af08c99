import { randomUUID } from 'node:crypto'
import { newUtr } from '@kismet/test-env/actors'
import type { CodeSource } from '@kismet/test-env/actors'
import {
  approveByHand,
  askForDepositByHand,
  logInByHand,
  openDeposits,
  rollByHand,
  signUpByHand,
} from '@kismet/test-env/story-steps'
import { openBrowser } from '@kismet/test-env/test-apps'
import { WatchedPage } from '@kismet/test-env/watched-page'

export interface Story {
  readonly webUrl: string
  readonly adminUrl: string
  readonly admin: { readonly username: string; readonly password: string }
  readonly mailbox: CodeSource
}

/** The main story in a browser: sign-up, a deposit that an admin approves, a live balance, a roll. @throws Error for a fault on a page */
export async function playStory({ webUrl, adminUrl, admin, mailbox }: Story): Promise<void> {
  const browser = await openBrowser()
  try {
    const player = await WatchedPage.open(browser, webUrl)
    const desk = await WatchedPage.open(browser, adminUrl)
    const email = `story-${randomUUID()}@example.in`
    await signUpByHand(player.page, { email, password: 'a-long-password-7' }, mailbox)
    await openDeposits(player.page)
    await askForDepositByHand(player.page, 1_000, newUtr())
    await logInByHand(desk.page, admin)
    await approveByHand(desk.page, email, '₹1,000.00')
    await player.page.getByText('Balance ₹1,000.00').waitFor()
    const won = await rollByHand(player.page, 200)
    await player.page.getByText(won ? 'Balance ₹1,200.00' : 'Balance ₹800.00').waitFor()
    const faults = [...player.faults, ...desk.faults]
    if (faults.length > 0) throw new Error(`The pages met faults:\n  ${faults.join('\n  ')}`)
  } finally {
    await browser.close()
  }
}
