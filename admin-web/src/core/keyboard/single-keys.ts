import { useSyncExternalStore } from 'react'

const key = 'singleKeys'
const listeners = new Set<() => void>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether keys with a letter or a sign do something by themselves: somebody who speaks or slips may switch them off (WCAG 2.1.4). */
export function singleKeysAreOn(): boolean {
  return localStorage.getItem(key) !== 'off'
}

/** The choice, kept by this browser, and the way to change it. */
export function useSingleKeys(): [areOn: boolean, set: (on: boolean) => void] {
  const set = (on: boolean): void => {
    localStorage.setItem(key, on ? 'on' : 'off')
    for (const listener of listeners) listener()
  }
  return [useSyncExternalStore(listen, singleKeysAreOn, () => true), set]
}
