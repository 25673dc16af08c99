/** What a developer should know and a player need not: the browser's console is the only log of the app. */
export function logWarning(message: string, detail?: unknown): void {
  // eslint-disable-next-line no-console -- the one place that writes there
  console.warn(message, detail)
}

/** A part of the page that could not be drawn. */
export function logRenderError(error: Error, { componentStack }: { componentStack?: string | null | undefined }): void {
  logWarning('The page could not be drawn', { error, componentStack })
}
