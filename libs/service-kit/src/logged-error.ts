/** What a log has of an error. */
interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack: string | undefined
  readonly cause?: LoggedError
  readonly errors?: readonly LoggedError[]
  readonly [field: string]: unknown
}

/** Fields of errors of libraries that name a kind, never a value. */
const kinds = ['code', 'syscall', 'table', 'constraint', 'responseCode'] as const
const mostCauses = 5

/** The name of a Redis command that was refused: what Redis says of it may quote the arguments, which are ids and hashes of codes. */
function refusedCommand(error: Error): string | undefined {
  if (!('command' in error) || typeof error.command !== 'object' || error.command === null) return undefined
  return 'name' in error.command && 'args' in error.command ? String(error.command.name) : undefined
}

/**
 * The logged part of an error: message, stack and causes. Other fields are dropped, because
 * libraries add arguments of commands, mail addresses and values of rows.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown', stack: undefined }
  const command = refusedCommand(error)
  const message = command === undefined ? error.message : `${command}: ${error.message.split(/[\s']/, 1).join()}`
  const fields = Object.entries(error).filter(([name]) => kinds.some((kind) => kind === name))
  return {
    type: error.name,
    message,
    stack: error.stack?.replace(error.message, () => message),
    ...Object.fromEntries(fields),
    ...(error.cause === undefined || depth >= mostCauses ? {} : { cause: loggedError(error.cause, depth + 1) }),
    ...(error instanceof AggregateError
      ? { errors: error.errors.slice(0, mostCauses).map((one) => loggedError(one, mostCauses)) }
      : {}),
  }
}
