import { expect } from '@jest/globals'
import { decideDeposit, socketEvents } from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { deposit } from './deposits.ts'
import type { OpenApp } from './open-app.tsx'
import { BackOffice, openApp } from './open-app.tsx'

export const path = '/admin/deposit-requests'
const list = (): HTMLElement => screen.getByRole('region', { name: 'Deposit requests' })
export const players = (): (string | null)[] =>
  within(list())
    .getAllByTitle(/@example\.com/)
    .map((cell) => cell.textContent)
export const detail = (): HTMLElement => screen.getByRole('article', { name: 'Selected request' })
export const openPlayer = (): string | undefined => /player\d/.exec(detail().textContent)?.[0]

/** The desk with requests 1 to `count`, the first of them open; `query` says how they are shown. */
export async function openQueue(
  count = 3,
  { query = '', ...opening }: Parameters<typeof openApp>[1] & { query?: string } = {},
): Promise<OpenApp> {
  const office = opening.office ?? new BackOffice(Array.from({ length: count }, (_, at) => deposit(at + 1)))
  const app = openApp(path + query, { ...opening, office })
  // The page's own code comes first.
  await waitFor(() => expect(openPlayer()).toBe('player1'))
  return app
}

export const news = ({ live, office }: OpenApp): void =>
  act(() => live.push(socketEvents.queueUpdate, { deposits: office.pending.length, withdrawals: 0 }))
export const sent = ({ office }: OpenApp): unknown[] => office.requestsOf(decideDeposit).map(({ body }) => body)
