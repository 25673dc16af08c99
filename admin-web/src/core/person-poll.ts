/** The polling interval of data about players and admins, which changes while a page shows it. */
export const personPollMs = 30_000
