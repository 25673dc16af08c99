import { addPushBrowser } from '@kismet/contracts'
import type { WireInput } from '@kismet/contracts'

/** Whether this browser can show notifications. An iPhone can when the app is on its Home Screen. */
export const canNotify = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** Whether the player has refused notifications in this browser. Only its settings can change that. */
export const isBlocked = (): boolean => Notification.permission === 'denied'

/** Whether the player still allows notifications in this browser. */
const isAllowed = (): boolean => Notification.permission === 'granted'

/** Whether this browser still has a subscription: clearing the data of the site ends it without a word to the server. */
export async function isSubscribed(): Promise<boolean> {
  if (!canNotify() || !isAllowed()) return false
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription !== null && subscription !== undefined
}

/**
 * Asks the player and subscribes this browser. Only here the service worker is registered, so that no other page loads it. A new
 * subscription replaces an earlier one, which may be of another key.
 * @returns undefined when the player refuses
 * @throws Error when the push service of the browser does not answer
 */
export async function subscribe(applicationServerKey: string): Promise<WireInput<typeof addPushBrowser> | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  await navigator.serviceWorker.register('/push-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  return addPushBrowser.input.parse(subscription.toJSON())
}

/** Ends the subscription of this browser. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
