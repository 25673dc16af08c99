import { expect, it } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import { createApi } from '@reduxjs/toolkit/query'
import { updateCachedQuery } from './update-cached-query.ts'

/** A server whose answers come when the test says so, in the order in which they were asked for. */
function counter() {
  const asked: ((count: number) => void)[] = []
  const api = createApi({
    baseQuery: () => new Promise<{ data: number }>((resolve) => asked.push((count) => resolve({ data: count }))),
    endpoints: (build) => ({ count: build.query<number, string>({ query: (of) => of }) }),
  })
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (own) => own().concat(api.middleware),
  })
  const ask = (options: object = {}) => api.endpoints.count.initiate('all', options)
  return {
    asked,
    read: (options?: object) => store.dispatch(ask(options)),
    shown: () => api.endpoints.count.select('all')(store.getState()).data,
    told: (count: number) =>
      store.dispatch(
        updateCachedQuery({
          running: api.util.getRunningQueryThunk('count', 'all'),
          write: api.util.updateQueryData('count', 'all', () => count),
          ask: ask({ forceRefetch: true, subscribe: false }),
        }),
      ),
  }
}

it('is not lost to the answer of a read that began before, and the server has the last word', async () => {
  const { asked, read, shown, told } = counter()
  const first = read()
  asked[0]?.(1)
  await first
  const older = read({ forceRefetch: true })
  const written = told(2)
  expect(shown()).toBe(2)
  asked[1]?.(1)
  await older
  await Promise.resolve()
  expect(shown()).toBe(2)
  expect(asked).toHaveLength(3)
  asked[2]?.(3)
  await written
  expect(shown()).toBe(3)
})

it('asks nothing where nothing is asked', async () => {
  const { asked, read, shown, told } = counter()
  const first = read()
  asked[0]?.(1)
  await first
  await told(2)
  expect([shown(), asked.length]).toEqual([2, 1])
})
