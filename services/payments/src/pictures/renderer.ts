import { fileURLToPath } from 'node:url'
import { limits as siteLimits } from '@kismet/contracts'
import type { FileKind } from '../domain/file-kind.ts'
import { spawnConfined } from './confinement.ts'
import type { Confinement, KernelLimits } from './confinement.ts'
import { RenderAnswer } from './protocol.ts'
import type { Purpose, RenderFault } from './protocol.ts'

/** What one file may take. */
export interface RenderLimits extends KernelLimits {
  readonly wallMs: number
  readonly pictureBytes: number
  readonly outputBytes: number
}

export const defaultRenderLimits: RenderLimits = {
  wallMs: 10_000,
  cpuSeconds: 8,
  memoryKib: 1_300 * 1024,
  pictureBytes: siteLimits.deposit.proofPageMaxBytes,
  outputBytes: (siteLimits.deposit.pdfPages + 1) * siteLimits.deposit.proofPageMaxBytes,
}

/** `died`: it crashed, or the kernel ended it. `unavailable`: it could not be started, which is not the file's doing. */
export type Rendered =
  | { readonly pictures: readonly Buffer[] }
  | { readonly fault: RenderFault | 'died' | 'unavailable'; readonly reason: string }

const program = fileURLToPath(new URL('./render.ts', import.meta.url))
const nodeFlags = [
  '--no-warnings',
  // No files written, no processes, no network from JavaScript; the kernel's limits and the confinement hold for the rest.
  '--permission',
  '--allow-addons',
  '--allow-fs-read=*',
  '--max-old-space-size=256',
  '--v8-pool-size=1',
]
const stderrChars = 2_000

function read(output: Buffer): readonly Buffer[] | RenderFault | undefined {
  const lineEnd = output.indexOf('\n')
  if (lineEnd < 0) return undefined
  const answer = RenderAnswer.safeParse(parseJson(output.toString('utf8', 0, lineEnd)))
  if (!answer.success) return undefined
  if ('fault' in answer.data) return answer.data.fault
  let at = lineEnd + 1
  const pictures = answer.data.pictures.map(({ byteLength }) => output.subarray(at, (at += byteLength)))
  return at === output.length ? pictures : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Runs one file through a process of its own. Never throws; when `signal` aborts, the process is killed. */
export function renderInProcess(
  [purpose, kind, bytes]: readonly [Purpose, FileKind, Buffer],
  confinement: Confinement,
  limits: RenderLimits,
  signal: AbortSignal,
): Promise<Rendered> {
  const job = [program, purpose, kind, String(limits.pictureBytes)]
  const child = spawnConfined(confinement, limits, [process.execPath, ...nodeFlags, ...job])
  const chunks: Buffer[] = []
  let length = 0
  let said = ''
  let killedFor: string | undefined
  const kill = (reason: string) => {
    killedFor ??= reason
    child.kill('SIGKILL')
  }
  const onAbort = () => kill('the service stops')
  const timer = setTimeout(() => kill(`longer than ${limits.wallMs} ms`), limits.wallMs)
  signal.addEventListener('abort', onAbort, { once: true })
  child.stdout?.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > limits.outputBytes) kill(`more than ${limits.outputBytes} bytes of pictures`)
    else chunks.push(chunk)
  })
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(0, stderrChars)))
  // A process that has ended reads no more; how it ended is told by 'close'.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(bytes)
  return new Promise<Rendered>((resolve) => {
    child.once('error', (error) => resolve({ fault: 'unavailable', reason: error.message }))
    child.once('close', (code, endedBy) => {
      const result = code === 0 ? read(Buffer.concat(chunks)) : undefined
      if (signal.aborted) resolve({ fault: 'unavailable', reason: 'the service stops' })
      else if (killedFor !== undefined) resolve({ fault: 'too_much', reason: killedFor })
      else if (result === undefined)
        resolve({ fault: 'died', reason: `${endedBy ?? `exit code ${String(code)}`}: ${said.trim()}` })
      else if (typeof result === 'string') resolve({ fault: result, reason: said.trim() })
      else resolve({ pictures: result })
    })
  }).finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  })
}
