import TestSequencer from '@jest/test-sequencer'

/** Files with a browser take longest: they begin first, so that the last worker is not left alone with one. Else the order is Jest's own. */
export default class BrowserFirst extends TestSequencer {
  sort(tests) {
    const hasNoBrowser = ({ context }) => Number(context.config.displayName?.name !== 'browser')
    return super.sort(tests).sort((one, other) => hasNoBrowser(one) - hasNoBrowser(other))
  }
}
