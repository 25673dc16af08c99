/** A stored file as a listing has it. `name` is an id, or the name of a write that did not end. */
export interface ListedFile {
  readonly name: string
  readonly storedAtMs: number
}

/**
 * Where the pictures of proofs are, outside of the database. Names are random, so no name is made from input of a person.
 * A shard is the first two digits of names.
 */
export interface ProofStore {
  /** Stores a file whole, or throws. After this the file outlives a crash of the machine. */
  put(name: string, bytes: Buffer): Promise<void>
  /** @returns undefined when there is no such file */
  get(name: string): Promise<Buffer | undefined>
  /** Deletes a file. A missing file is no error. */
  delete(name: string): Promise<void>
  /** Files of a shard, 1,000 at most. */
  list(shard: string): Promise<ListedFile[]>
}

export const fileNameBytes = 16
const fileName = /^[0-9a-f]{32}$/

/** The shard of a name. @throws Error for a text that is no name: it must not become a path */
export function shardOf(name: string): string {
  if (!fileName.test(name)) throw new Error('This is no name of a proof file')
  return name.slice(0, 2)
}
