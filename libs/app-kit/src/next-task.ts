/** Ends the current task, so that the browser handles input first. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
