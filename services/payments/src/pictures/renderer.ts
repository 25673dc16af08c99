import type { ExecException } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { limits as siteLimits } from '@kismet/contracts'
import type { FileKind } from '../domain/file-kind.ts'
import { runConfined } from './confinement.ts'
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
  // What works is ended by its share of a processor; this ends what hangs, also on a machine that is short of processors.
  wallMs: 30_000,
  cpuSeconds: 8,
  memoryKib: 1_300 * 1024,
  pictureBytes: siteLimits.deposit.proofPageMaxBytes,
  outputBytes: (siteLimits.deposit.pdfPages + 1) * siteLimits.deposit.proofPageMaxBytes,
}

export interface RenderedPicture {
  readonly bytes: Buffer
  readonly print?: string | undefined
}

/** `died`: it crashed, or the kernel ended it. `unavailable`: it could not be started, which is not the file's doing. */
export type Rendered =
  | { readonly pictures: readonly RenderedPicture[] }
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
const stderrBytes = 2_000

function read(output: Buffer): readonly RenderedPicture[] | RenderFault | undefined {
  const lineEnd = output.indexOf('\n')
  if (lineEnd < 0) return undefined
  const answer = RenderAnswer.safeParse(parseJson(output.toString('utf8', 0, lineEnd)))
  if (!answer.success) return undefined
  if ('fault' in answer.data) return answer.data.fault
  let at = lineEnd + 1
  const pictures = answer.data.pictures.map(({ byteLength, print }) => ({
    bytes: output.subarray(at, (at += byteLength)),
    print,
  }))
  return at === output.length ? pictures : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function renderedOf(error: ExecException | null, output: Buffer, said: string, wallMs: number): Rendered {
  if (error?.name === 'AbortError') return { fault: 'unavailable', reason: 'the service stops' }
  if (error?.syscall !== undefined) return { fault: 'unavailable', reason: error.message }
  if (error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return { fault: 'too_much', reason: error.message }
  if (error?.killed === true) return { fault: 'too_much', reason: `longer than ${wallMs} ms` }
  const result = error === null ? read(output) : undefined
  if (typeof result === 'string') return { fault: result, reason: said }
  if (result !== undefined) return { pictures: result }
  return { fault: 'died', reason: `${error?.signal ?? `exit code ${String(error?.code ?? 0)}`}: ${said}` }
}

/** Runs one file through a process of its own. Never throws; when `signal` aborts, the process is killed. */
export function renderInProcess(
  [purpose, kind, bytes]: readonly [Purpose, FileKind, Buffer],
  confinement: Confinement,
  limits: RenderLimits,
  signal: AbortSignal,
): Promise<Rendered> {
  const command = [process.execPath, ...nodeFlags, program, purpose, kind, String(limits.pictureBytes)]
  const ends = { timeout: limits.wallMs, maxBuffer: limits.outputBytes, signal }
  return new Promise((resolve) => {
    const child = runConfined(confinement, limits, command, ends, (error, output, stderr) => {
      resolve(renderedOf(error, output, stderr.toString('utf8', 0, stderrBytes).trim(), limits.wallMs))
    })
    // A process that has ended reads no more; how it ended is told at its end.
    child.stdin?.on('error', () => undefined).end(bytes)
  })
}
