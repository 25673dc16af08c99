/** Read by `jest-environment.js`, which outlives the test file. */
declare global {
  var kismetLeftBehind: Set<() => Promise<unknown>> | undefined
}

/**
 * Has something closed when the test file ends, whatever failed before: a set-up that fails half-way leaves neither a server nor a connection.
 * Closing twice must be harmless.
 */
export function closeAtEnd(close: () => Promise<unknown>): void {
  globalThis.kismetLeftBehind ??= new Set()
  globalThis.kismetLeftBehind.add(close)
}
