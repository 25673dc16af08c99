import { configure, getConfig, prettyDOM } from '@testing-library/react'

/** Set by the library, which does not type it, while a search is one of those of `waitFor`. */
const isTriedAgain = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true

/**
 * How tests of the apps look for things. They wait long: the first page of a test file is loaded and compiled when it is opened. The whole page is written into the
 * error of a search that has ended alone, not of each of the many before it: that took a fifth of the time of these tests.
 */
configure({
  asyncUtilTimeout: 20_000,
  getElementError: (message, container) => {
    const error = new Error([message ?? '', ...(isTriedAgain() ? [] : [prettyDOM(container)])].join('\n\n'))
    error.name = 'TestingLibraryElementError'
    return error
  },
})
