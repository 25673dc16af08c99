import { setTimeout as delay } from 'node:timers/promises'
import vm from 'node:vm'
import { TestEnvironment } from 'jest-environment-node'

const givenUpAfterMs = 5_000
const { createContext } = vm

/** Node, and at the end of each file whatever its tests have left behind is closed, the newest first (src/left-behind.ts). */
export default class ReapingEnvironment extends TestEnvironment {
  /**
   * The context gets a global object of its own. By default Jest lays a sandbox over it, through which each mention of a global is looked up: services in
   * tests took a seventh more of the processor, a loop with `Math` a hundred times as much.
   */
  constructor(config, context) {
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY)
    try {
      super(config, context)
    } finally {
      vm.createContext = createContext
    }
  }

  async teardown() {
    for (const close of [...(this.global.kismetLeftBehind ?? [])].reverse())
      await Promise.race([close(), delay(givenUpAfterMs, undefined, { ref: false })])
    await super.teardown()
  }
}
