import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { eventually } from '@kismet/test-env/eventually'
import { Network } from './network.ts'
import type { RunningGateway } from './network.ts'
import { Tab } from './socket-client.ts'

/** Two gateways on one network and the tabs that are open on them, for all tests of a file. */
export interface TwoGateways {
  network: Network
  one: RunningGateway
  two: RunningGateway
  /** Opens a tab, which is closed after the test. */
  readonly open: (...args: ConstructorParameters<typeof Tab>) => Tab
  /** The same, and waits until it is connected. */
  readonly opened: (...args: ConstructorParameters<typeof Tab>) => Promise<Tab>
}

/** Starts them before the tests of a file, closes all tabs after each and everything after the last. Its parts are there once a test runs. */
export function useTwoGateways(): TwoGateways {
  const tabs: Tab[] = []
  const open: TwoGateways['open'] = (...args) => {
    const tab = new Tab(...args)
    tabs.push(tab)
    return tab
  }
  const site = { open, opened: (...args) => open(...args).connected() } as TwoGateways

  beforeAll(async () => {
    site.network = await Network.create()
    site.one = await site.network.gateway()
    site.two = await site.network.gateway()
  })
  afterEach(async () => {
    for (const tab of tabs.splice(0)) tab.close()
    await eventually('nobody is online', async () => (await site.one.running.context.presence.count()) === 0)
  })
  afterAll(() => site.network.close())
  return site
}
