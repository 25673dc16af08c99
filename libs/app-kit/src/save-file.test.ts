import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { saveFile } from './save-file.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

it('a file stays where the browser is told that it is until the browser has read it', () => {
  const clicked: string[] = []
  const given: string[] = []
  URL.createObjectURL = () => 'blob:a-file'
  URL.revokeObjectURL = (url) => void given.push(url)
  HTMLAnchorElement.prototype.click = function click() {
    clicked.push(`${this.href} as ${this.download}`)
  }
  saveFile('a.csv', new Blob(['a']))
  expect(clicked).toEqual(['blob:a-file as a.csv'])
  expect(given).toEqual([])
  jest.runAllTimers()
  expect(given).toEqual(['blob:a-file'])
})
