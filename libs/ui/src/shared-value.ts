import { useSyncExternalStore } from 'react'

/** A value outside of React, such as the list of open modals. Components that `use` the value render again after each change. */
export interface SharedValue<Value> {
  readonly now: () => Value
  readonly set: (next: Value) => void
  readonly use: () => Value
}

/** Creates a shared value with the initial value `first`. */
export function sharedValue<Value>(first: Value): SharedValue<Value> {
  let value = first
  const listeners = new Set<() => void>()
  const listen = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const now = (): Value => value
  return {
    now,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(listen, now, now),
  }
}
