import type { BrowserContext, Page, Worker } from 'playwright-core'
import { eventually } from './eventually.ts'
import type { TestSubscription } from './test-push-service.ts'

/** What a page shows a player outside of itself. */
export interface ShownNotification {
  readonly title: string
  readonly body: string
  readonly tag: string
}

/**
 * A page of the headless browser, which has neither a push service nor notifications. Until the page is loaded again, its player
 * allows notifications, and it subscribes as `subscription`. Messages reach the service worker by DevTools.
 */
export class NotifiedPage {
  readonly #page: Page

  private constructor(page: Page) {
    this.#page = page
  }

  /** From the next load on. */
  static async prepare(page: Page, subscription: TestSubscription): Promise<NotifiedPage> {
    await page.addInitScript(`{
      let permission = 'default'
      Object.defineProperty(Notification, 'permission', { get: () => permission })
      Notification.requestPermission = async () => (permission = 'granted')
      let subscribed = null
      const unsubscribe = async () => (subscribed = null) === null
      PushManager.prototype.getSubscription = async () => subscribed
      PushManager.prototype.subscribe = async () =>
        (subscribed = { toJSON: () => (${JSON.stringify(subscription)}), unsubscribe })
    }`)
    return new NotifiedPage(page)
  }

  /** Delivers a message of the push service. @returns what the service worker shows */
  async deliver(payload: string): Promise<ShownNotification[]> {
    const worker = await this.worker()
    await worker.evaluate(`{
      self.shown = []
      self.registration.showNotification = async (title, options) => void self.shown.push({ title, ...options })
    }`)
    const devTools = await this.#context.newCDPSession(this.#page)
    const registered = new Promise<string>((resolve) => {
      devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first !== undefined) resolve(first.registrationId)
      })
    })
    await devTools.send('ServiceWorker.enable')
    const origin = new URL(this.#page.url()).origin
    await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data: payload })
    const shown = () => worker.evaluate<ShownNotification[]>('self.shown')
    await eventually('the service worker shows a notification', async () => (await shown()).length > 0)
    await devTools.detach()
    return shown()
  }

  /** Presses a notification. @returns the page that opens; `focused`: the window of the app that is open */
  async press(path: string, isOpen: boolean): Promise<string> {
    const worker = await this.worker()
    return worker.evaluate<string>(`new Promise((resolve) => {
      self.clients.matchAll = async () => (${isOpen} ? [{ focus: async () => resolve('focused') }] : [])
      self.clients.openWindow = async (url) => resolve(url)
      const notification = { close: () => undefined, data: { path: ${JSON.stringify(path)} } }
      self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }))
    })`)
  }

  /** The service worker, which runs only after the player switched notifications on. */
  worker(): Promise<Worker> {
    return eventually('the service worker runs', () => this.#context.serviceWorkers()[0])
  }

  get #context(): BrowserContext {
    return this.#page.context()
  }
}
