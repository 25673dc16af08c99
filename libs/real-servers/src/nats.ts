import { provideBuilt, usableOnPath, type GoProgram } from './go-program.ts'
import type { LocalDir } from './local-dir.ts'

/** NATS 2.11 or newer. */
export const natsProgram: GoProgram = {
  onPath: { name: 'nats-server', oldest: [2, 11, 0] },
  name: 'nats-server',
  module: 'nats',
  pins: 'github.com/nats-io/nats-server/v2',
  package: 'github.com/nats-io/nats-server/v2',
  title: 'NATS',
}

/** The path of a NATS server: one that is new enough on the PATH, else the pinned one, built by Go into `LOCAL_DIR/bin`. @throws StackError */
export async function provideNats(local: LocalDir, report: (line: string) => void): Promise<string> {
  return (await usableOnPath(natsProgram)) ?? (await provideBuilt(natsProgram, local.bin, report))
}
