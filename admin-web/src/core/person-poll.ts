/** How often what a page says of persons is asked for: a player plays on, and other admins change things, while somebody looks. */
export const personPollMs = 30_000
