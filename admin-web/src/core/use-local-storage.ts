import { sharedValue } from '@kismet/ui/shared-value.ts'

const changes = sharedValue(0)

/** A text in localStorage. A change renders all components that use it. */
export function useLocalStorage(key: string): [text: string | null, set: (text: string) => void] {
  changes.use()
  const set = (text: string): void => {
    localStorage.setItem(key, text)
    changes.set(changes.now() + 1)
  }
  return [localStorage.getItem(key), set]
}
