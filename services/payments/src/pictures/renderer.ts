import type { ExecException } from 'node:child_process'
import { join } from 'node:path'
import { limits as siteLimits } from '@kismet/contracts'
import { confinements, runConfined } from './confinement.ts'
import type { Confinement, KernelLimits } from './confinement.ts'
import { decodeRendered } from './protocol.ts'
import type { Rendered, Renderer, RenderJob } from './protocol.ts'

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

const program = join(import.meta.dirname, 'render.ts')
/** Of the repository, as the image has it, too. */
const root = join(import.meta.dirname, '../../../..')
/** The code that opens files. What stands beside it, such as the passwords of a local stack, is not read. */
const codeFolders = ['node_modules', 'services/payments']
/** How the process of a file is run. */
export const nodeFlags = [
  '--no-warnings',
  // No files written, none read but code, no processes, no network from JavaScript; the kernel's limits and the confinement hold for the rest.
  '--permission',
  '--allow-addons',
  ...codeFolders.map((folder) => `--allow-fs-read=${join(root, folder, '*')}`),
  `--allow-fs-read=${join(root, 'package.json')}`,
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

/** Runs one file through a process of its own. Never throws; when `signal` aborts, the process is killed. */
export function renderInProcess(
  [purpose, kind, bytes]: RenderJob,
  confinement: Confinement,
  limits: RenderLimits,
  signal: AbortSignal,
): Promise<Rendered> {
  const most = [limits.pictureBytes, siteLimits.deposit.pdfPages].map(String)
  const command = [process.execPath, ...nodeFlags, program, purpose, kind, ...most]
  const ends = { timeout: limits.wallMs, maxBuffer: limits.outputBytes, signal }
  return new Promise((resolve) => {
    const child = runConfined(confinement, limits, command, ends, (error, output, stderr) => {
      resolve(renderedOf(error, output, stderr.toString('utf8', 0, stderrBytes).trim(), limits.wallMs))
    })
    // A process that has ended reads no more; how it ended is told at its end.
    child.stdin?.on('error', () => undefined).end(bytes)
  })
}

const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** How files are opened on this machine, what it lacks, and why no better way was had. */
export interface LocalRenderer extends Pick<Confinement, 'lacks'> {
  readonly render: Renderer
  readonly reason: string
}

/**
 * Finds the best way to open files in which this machine can make a picture.
 * @param ways to keep the process that opens a file apart, the best first
 * @throws Error that says what is missing when there is none
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
    // Slow is not impossible: nobody is to wear less for that.
    if (rendered.fault === 'too_much') break
  }
  throw new Error(`No pictures can be made on this machine: ${reason}`)
}
