/** Goes through all ids that `read` finds, in their order and some at a time: those that cannot be dealt with hold nothing up that comes after them. */
export async function* inPages(read: (afterId: string) => Promise<readonly string[]>): AsyncGenerator<string> {
  let last: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (last !== undefined) {
    const ids: readonly string[] = await read(last)
    yield* ids
    last = ids.at(-1)
  }
}
