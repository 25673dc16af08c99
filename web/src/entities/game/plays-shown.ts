/** How many own plays a page lists. */
export const playsShown = 20
