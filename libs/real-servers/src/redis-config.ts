/** What the configuration of a Redis server needs to know. */
export interface RedisConfig {
  readonly bind: string
  readonly port: number
  /** Where its data is. */
  readonly folder: string
  readonly password: string
}

/** The text of a Redis configuration file: every write is in a log on the disk, and what is full refuses rather than forgets. */
export function renderRedisConfig({ bind, port, folder, password }: RedisConfig): string {
  const settings = {
    bind,
    port: String(port),
    dir: JSON.stringify(folder),
    requirepass: password,
    appendonly: 'yes',
    save: '""',
    maxmemory: '512mb',
    'maxmemory-policy': 'noeviction',
    // Its own title would overwrite the environment that tells whose process this is.
    'set-proc-title': 'no',
  }
  const lines = Object.entries(settings).map((pair) => pair.join(' '))
  return `${lines.join('\n')}\n`
}
