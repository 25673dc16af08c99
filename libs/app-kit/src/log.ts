/** Logs a warning for developers. The browser console is the only log of an app. */
export function logWarning(message: string, detail?: unknown): void {
  // eslint-disable-next-line no-console -- the one place that writes there
  console.warn(message, detail)
}

/** Logs a failed render. */
export function logRenderError(error: Error, { componentStack }: { componentStack?: string | null | undefined }): void {
  logWarning('The page could not be drawn', { error, componentStack })
}
