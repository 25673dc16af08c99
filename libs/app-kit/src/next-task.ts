/** Ends the task that runs, so that the browser answers before what follows. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
