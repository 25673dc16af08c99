import type { Paise } from '@kismet/contracts'

/**
 * What an approval is: the one that decides, the first of two, or a repeated first one by the same admin, which does not count.
 * @param secondAbovePaise above it two admins approve; null: never
 */
export function approvalStep(
  { amountPaise, firstApprovedBy }: { readonly amountPaise: Paise; readonly firstApprovedBy: string | null },
  adminId: string,
  secondAbovePaise: Paise | null,
): 'decides' | 'first' | 'again' {
  if (secondAbovePaise === null || amountPaise <= secondAbovePaise) return 'decides'
  if (firstApprovedBy === null) return 'first'
  return firstApprovedBy === adminId ? 'again' : 'decides'
}

const asCompared = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

/** Whether an admin has filed a request, as far as that can be known here: whose name is the player's e-mail. Admins have no address besides their name. */
export function isOwnRequest(
  { playerEmail }: { readonly playerEmail: string },
  { username }: { readonly username: string },
): boolean {
  return asCompared(playerEmail) === asCompared(username)
}

/** A reason as it is stored and shown: a blank one is null; what cannot be stored or shown becomes a space. */
export function readReason(text: string | undefined): string | null {
  const shown = (text ?? '')
    .toWellFormed()
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()
  return shown === '' ? null : shown
}
