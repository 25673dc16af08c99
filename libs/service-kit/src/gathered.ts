/**
 * What is asked for often is done once for all who ask within `withinMs` of the first.
 * @returns asks for it; never throws, so `work` must not
 */
export function gathered(withinMs: number, work: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      work()
    }, withinMs).unref()
  }
}

/** Nobody sees that news of a balance, whose player has the answer, or of a log, which is read in pages, are so late; under load there are far fewer of them. */
export const newsWithinMs = 20
