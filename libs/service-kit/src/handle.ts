import type { AdminRole, BusUser, Input, OperationShape, Output } from '@kismet/contracts'
import type { CallMeta } from './bus/envelope.ts'
import type { Logger } from './logger.ts'
import type { Admin, Player } from './tokens.ts'

/** One call of an operation as its handler sees it: input checked, money in paise, the caller known. */
export interface Call<O extends OperationShape> {
  readonly input: Input<O>
  readonly meta: CallMeta
  readonly log: Logger
  /** The service that asks, of an operation that has a subject for each of its callers. */
  readonly asker?: BusUser | undefined
  /** Says that the answer is the first answer of the same request again. */
  replayed(): void
  /** Has the caller's browser keep a device token. */
  keepDevice(token: string): void
}

type For<Access> = { route: { access: Access } } | { access: Access }

/** Who calls: an operation or a stream for players has `player`, one for admins `admin`. */
export type CallerOf<O> =
  O extends For<'player'>
    ? { readonly player: Player }
    : O extends For<{ admin: readonly AdminRole[] }>
      ? { readonly admin: Admin }
      : object
export type CallOf<O extends OperationShape> = Call<O> & CallerOf<O>

export interface Handler<Context> {
  readonly operation: OperationShape
  readonly run: (context: Context, call: Call<OperationShape> & { player?: Player; admin?: Admin }) => Promise<unknown>
}

/** Ties the handler of an operation to its contract. */
export function handle<const O extends OperationShape, Context>(
  operation: O,
  run: (context: Context, call: CallOf<O>) => Promise<Output<O>>,
): Handler<Context> {
  return { operation, run: run as unknown as Handler<Context>['run'] }
}

/** The handlers with a bound context. A leader binds the context of its term. */
export function inContext<Context>(handlers: readonly Handler<Context>[], context: Context): Handler<unknown>[] {
  return handlers.map(({ operation, run }) => ({ operation, run: (_context, call) => run(context, call) }))
}
