/** Makes the browser ask before it closes or reloads the page. @returns a function that ends this */
export function warnBeforeUnload(): () => void {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

/** Holds the page while an order is in flight. */
export async function warnBeforeUnloadDuring<Answer>(order: PromiseLike<Answer>): Promise<Answer> {
  const release = warnBeforeUnload()
  try {
    return await order
  } finally {
    release()
  }
}
