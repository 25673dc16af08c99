import type { ExecException } from 'node:child_process'
import { join } from 'node:path'
import { limits as siteLimits } from '@kismet/contracts'
import { confinements, pathInProcess, repositoryRoot, runConfined } from './confinement.ts'
import type { Confinement, KernelLimits } from './confinement.ts'
import { decodeRendered } from './protocol.ts'
import type { Rendered, Renderer, RenderJob } from './protocol.ts'

/** The limits for one file. */
export interface RenderLimits extends KernelLimits {
  readonly wallMs: number
  readonly pictureBytes: number
  readonly outputBytes: number
}

export const defaultRenderLimits: RenderLimits = {
  // Ends a process that hangs. The limit of CPU time ends a process that works too long.
  wallMs: 30_000,
  cpuSeconds: 8,
  memoryKib: 1_300 * 1024,
  pictureBytes: siteLimits.deposit.proofPageMaxBytes,
  outputBytes: (siteLimits.deposit.pdfPages + 1) * siteLimits.deposit.proofPageMaxBytes,
}

const program = pathInProcess(join(import.meta.dirname, 'render.ts'))
/** The code that opens files. Other files of the repository can be secrets, such as passwords of a local stack. */
const codeFolders = ['node_modules', 'services/payments']
/** How Node runs this code. */
export const nodeFlags = [
  '--no-warnings',
  // From JavaScript: no written files, no read files except code, no processes, no network. Kernel limits and confinement bind native code.
  '--permission',
  '--allow-addons',
  // The real path of a module can lead through a folder that the process may not enter.
  '--preserve-symlinks',
  '--preserve-symlinks-main',
  ...codeFolders.map((folder) => `--allow-fs-read=${pathInProcess(join(repositoryRoot, folder, '*'))}`),
  `--allow-fs-read=${pathInProcess(join(repositoryRoot, 'package.json'))}`,
  '--max-old-space-size=256',
  '--v8-pool-size=1',
]
const stderrBytes = 2_000

function renderedOf(error: ExecException | null, output: Buffer, said: string, wallMs: number): Rendered {
  if (error?.name === 'AbortError') return { fault: 'unavailable', reason: 'the caller has gone away' }
  if (error?.syscall !== undefined) return { fault: 'unavailable', reason: error.message }
  if (error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return { fault: 'too_much', reason: error.message }
  if (error?.killed === true) return { fault: 'too_much', reason: `longer than ${wallMs} ms` }
  const rendered = error === null ? decodeRendered(output) : undefined
  return rendered ?? { fault: 'died', reason: `${error?.signal ?? `exit code ${String(error?.code ?? 0)}`}: ${said}` }
}

/** Opens one file in its own process. Never throws. When `signal` aborts, the process is killed. */
export function renderInProcess(
  [purpose, kind, bytes]: RenderJob,
  confinement: Confinement,
  limits: RenderLimits,
  signal: AbortSignal,
): Promise<Rendered> {
  const most = [limits.pictureBytes, siteLimits.deposit.pdfPages].map(String)
  const command = [pathInProcess(process.execPath), ...nodeFlags, program, purpose, kind, ...most]
  const ends = { timeout: limits.wallMs, maxBuffer: limits.outputBytes, signal }
  return new Promise((resolve) => {
    const child = runConfined(confinement, limits, command, ends, (error, output, stderr) => {
      resolve(renderedOf(error, output, stderr.toString('utf8', 0, stderrBytes).trim(), limits.wallMs))
    })
    // A write to an ended process fails. The callback above reports how the process ended.
    child.stdin?.on('error', () => undefined).end(bytes)
  })
}

const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** How this machine opens files, the missing protections, and why a stronger confinement failed. */
export interface LocalRenderer extends Pick<Confinement, 'lacks'> {
  readonly render: Renderer
  readonly reason: string
}

/**
 * Finds the strongest confinement in which this machine can make a picture.
 * @param ways the confinements to try, the strongest first
 * @throws Error with the last reason, when each way fails
 */
export async function findRenderer(
  limits: RenderLimits = defaultRenderLimits,
  ways: readonly Confinement[] = confinements(),
): Promise<LocalRenderer> {
  let reason = ''
  for (const way of ways) {
    const render: Renderer = (job, signal) => renderInProcess(job, way, limits, signal)
    const rendered = await render(['proof', 'png', onePixelPng], new AbortController().signal)
    if (!('fault' in rendered)) return { render, lacks: way.lacks, reason }
    reason = rendered.reason
    // A slow machine is no reason for a weaker confinement.
    if (rendered.fault === 'too_much') break
  }
  throw new Error(`No pictures can be made on this machine: ${reason}`)
}
