import type { Bind, JoinLive } from '../live-connection.ts'

/** Stands where the live connection would be: `push` is an event of the server. */
export class FakeLive {
  private readonly listeners = new Map<string, Set<(...payload: unknown[]) => void>>()
  readonly emitted: unknown[][] = []
  readonly tokens: string[] = []
  connected = true

  /** What a store is given in the place of `liveConnection`. */
  readonly join: JoinLive = (token, bind) => {
    this.tokens.push(token)
    return bind(this as unknown as Parameters<Bind>[0])
  }

  on(event: string, listener: (...payload: unknown[]) => void): this {
    const listeners = this.listeners.get(event) ?? new Set()
    this.listeners.set(event, listeners.add(listener))
    return this
  }

  off(event: string, listener: (...payload: unknown[]) => void): this {
    this.listeners.get(event)?.delete(listener)
    return this
  }

  emit(...event: unknown[]): this {
    this.emitted.push(event)
    return this
  }

  push(event: string, ...payload: unknown[]): void {
    for (const listener of [...(this.listeners.get(event) ?? [])]) listener(...payload)
  }

  /** How many listen to an event. */
  countOf(event: string): number {
    return this.listeners.get(event)?.size ?? 0
  }
}
