/** How often what a page says of persons is asked for: a player plays on, and other admins change things, while somebody looks. */
export const personPollMs = 30_000

interface Asking {
  readonly refetchOnMountOrArgChange: true
  readonly pollingInterval: number
}

/** How a list is read that stands beside what is said of persons: anew by each who looks, and as often, while nobody has gone on to what is older; all of it is read again each time. */
export const askingFor = (known: { readonly pages: readonly unknown[] } | undefined): Asking => ({
  refetchOnMountOrArgChange: true,
  pollingInterval: known?.pages.length === 1 ? personPollMs : 0,
})
