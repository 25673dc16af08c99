import { getAccountStatement } from '@kismet/contracts'
import type { WireOutput } from '@kismet/contracts'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import type { WatchedPage } from '@kismet/test-env/watched-page'
import type { Page } from 'playwright-core'

/** Has an owner add the account that players pay to by UPI. */
export function openUpiAccount(owner: AdminActor): Promise<void> {
  return owner.setPayTo({ account: 'new', kind: 'upi', name: 'Kismet Games', utr: 'kismet@upi', methods: 'UPI' })
}

/** How often a page is loaded from now on. */
export function loadsOf(page: Page): () => number {
  let loads = 0
  page.on('load', () => (loads += 1))
  return () => loads
}

/** Rolls once, and waits for the result. */
export async function rollDice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Roll', exact: true, disabled: false }).click()
  await page.getByText(/^(Win|Loss) · /).waitFor()
}

/** Sees the request that has come, and approves it by the keys. `typed`: the bank's reference of a withdrawal. */
export async function approveOpen(
  { page }: WatchedPage,
  { email }: PlayerActor,
  question: string,
  told: string,
  typed = '',
): Promise<void> {
  await page.getByRole('article', { name: 'Selected request' }).getByText(email).first().waitFor()
  await page.keyboard.press('a')
  await page.getByText(question).waitFor()
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
  await page.getByText(told).waitFor()
}

type Rows = WireOutput<typeof getAccountStatement>['statements']

/** All lines of a statement, page by page. */
export async function wholeStatement({ api }: PlayerActor): Promise<Rows> {
  const rows: Rows = []
  let from: { cursor?: string } | undefined = {}
  while (from !== undefined) {
    const page: WireOutput<typeof getAccountStatement> = await api.must(getAccountStatement, { limit: 5, ...from })
    rows.push(...page.statements)
    from = page.nextCursor === null ? undefined : { cursor: page.nextCursor }
  }
  return rows
}
