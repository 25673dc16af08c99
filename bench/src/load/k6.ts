import { join } from 'node:path'
import type { LocalDir } from '@kismet/real-servers/local-dir'
import { findOnPath, runProgram, versionOf } from '@kismet/real-servers/program'

const pinned = 'v1.8.1'
const buildWithinMs = 900_000

/** The path of k6: one on the PATH, else the pinned one, built by Go into `LOCAL_DIR/bin`. @throws Error when it cannot be had */
export async function provideK6(local: LocalDir, report: (line: string) => void): Promise<string> {
  const onPath = await findOnPath('k6')
  if (onPath !== undefined) return onPath
  const built = join(local.bin, 'k6')
  if ((await versionOf(built)) !== undefined) return built
  if ((await findOnPath('go')) === undefined)
    throw new Error('k6 is missing: put it on the PATH, or Go 1.25 or newer so that it can be built here.')
  report(`building k6 ${pinned}, which takes some minutes`)
  const env = { ...process.env, GOBIN: local.bin }
  const { code, stderr } = await runProgram('go', ['install', `go.k6.io/k6@${pinned}`], {
    env,
    timeoutMs: buildWithinMs,
  })
  if (code !== 0) throw new Error(`k6 could not be built: ${stderr.trim().split('\n').slice(-3).join(' ')}`)
  return built
}
