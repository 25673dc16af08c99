import fs from 'node:fs'
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { createLogger } from '../src/logger.ts'

let written: string[]
/** Ends a write that has begun, the oldest first. */
let ended: (() => void)[]
beforeEach(() => {
  written = []
  jest.useFakeTimers()
  ended = []
  const write: unknown = (_file: number, text: string, done: (error: null, bytes: number) => void) => {
    written.push(text)
    ended.push(() => done(null, Buffer.byteLength(text)))
  }
  jest.spyOn(fs, 'write').mockImplementation(write as typeof fs.write)
})
afterEach(() => {
  jest.restoreAllMocks()
  jest.useRealTimers()
})

it('writes its lines together, within 100 ms', () => {
  const log = createLogger('test', 'info')
  log.info('one')
  log.info('two')
  jest.advanceTimersByTime(99)
  expect(written.join('')).toBe('')
  jest.advanceTimersByTime(1)
  expect(written.join('')).toMatch(/^\{.*"msg":"one"\}\n\{.*"msg":"two"\}\n$/)
})

it('writes what was logged under a write that takes its time', () => {
  const log = createLogger('test', 'info')
  log.info('one')
  jest.advanceTimersByTime(100)
  log.info('two')
  jest.advanceTimersByTime(1_000)
  expect(written).toHaveLength(1)
  ended.shift()?.()
  jest.advanceTimersByTime(100)
  expect(written.at(-1)).toMatch(/"msg":"two"\}\n$/)
})

it('rests after a fatal line, which is written at once', () => {
  const atOnce = jest.spyOn(fs, 'writeSync').mockImplementation((_file, text) => Buffer.byteLength(text))
  const log = createLogger('test', 'info')
  log.info('one')
  log.fatal('two')
  expect(atOnce.mock.calls.map(([, text]) => text).join('')).toMatch(/"msg":"one"\}\n\{.*"msg":"two"\}\n$/)
  jest.advanceTimersByTime(100)
  ended.shift()?.()
  jest.advanceTimersByTime(1_000)
  expect(written.join('')).toBe('')
  expect(jest.getTimerCount()).toBe(0)
})

it('writes what follows a fatal line while an earlier write is under way', () => {
  jest.spyOn(fs, 'writeSync').mockImplementation((_file, text) => Buffer.byteLength(text))
  const log = createLogger('test', 'info')
  log.info('x'.repeat(5_000))
  log.fatal('two')
  jest.advanceTimersByTime(250)
  log.info('after')
  ended.shift()?.()
  jest.advanceTimersByTime(200)
  expect(written.at(-1)).toMatch(/"msg":"after"\}\n$/)
})

it('does nothing while nothing is logged', () => {
  const log = createLogger('test', 'info')
  jest.advanceTimersByTime(1_000)
  expect(written).toEqual([])
  expect(jest.getTimerCount()).toBe(0)
  log.info('one')
  jest.advanceTimersByTime(100)
  ended.shift()?.()
  jest.advanceTimersByTime(1_000)
  expect(written).toHaveLength(1)
  expect(jest.getTimerCount()).toBe(0)
})
