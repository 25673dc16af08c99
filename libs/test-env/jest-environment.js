import { setTimeout as delay } from 'node:timers/promises'
import vm from 'node:vm'
import { TestEnvironment } from 'jest-environment-node'

/** Of each that is closed, and of all of them. */
const givenUpAfterMs = 5_000
const allGivenUpAfterMs = 120_000
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

  /** After all hooks of the file, as one more of them: what closes may load a module for the first time, which Jest allows no later. */
  handleTestEvent({ name }, { rootDescribeBlock }) {
    if (name !== 'run_start') return
    rootDescribeBlock.hooks.push({
      type: 'afterAll',
      fn: () => this.#closeLeftBehind(),
      asyncError: new Error('closing what the tests left behind'),
      parent: rootDescribeBlock,
      seenDone: false,
      timeout: allGivenUpAfterMs,
    })
  }

  /** For a file that could not be loaded to its end. */
  async teardown() {
    try {
      await this.#closeLeftBehind()
    } finally {
      await super.teardown()
    }
  }

  /** Closes all of it, whatever fails: what stays open would run on beside the files after this one. @throws AggregateError of the failures */
  async #closeLeftBehind() {
    const leftBehind = this.global.kismetLeftBehind
    const failures = []
    for (const close of [...(leftBehind ?? [])].reverse())
      try {
        await Promise.race([close(), delay(givenUpAfterMs, undefined, { ref: false })])
      } catch (error) {
        failures.push(error)
      }
    leftBehind?.clear()
    if (failures.length > 0) throw new AggregateError(failures, 'What a test file left behind could not be closed.')
  }
}
