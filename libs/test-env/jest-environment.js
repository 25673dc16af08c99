import { setTimeout as delay } from 'node:timers/promises'
import { TestEnvironment } from 'jest-environment-node'

const givenUpAfterMs = 5_000

/** Node, and at the end of each file whatever its tests have left behind is closed, the newest first (src/left-behind.ts). */
export default class ReapingEnvironment extends TestEnvironment {
  async teardown() {
    for (const close of [...(this.global.kismetLeftBehind ?? [])].reverse())
      await Promise.race([close(), delay(givenUpAfterMs, undefined, { ref: false })])
    await super.teardown()
  }
}
