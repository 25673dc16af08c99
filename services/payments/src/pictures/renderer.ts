import { execFile } from 'node:child_process'
import type { ExecException } from 'node:child_process'
import { join } from 'node:path'
import { limits as siteLimits } from '@kismet/contracts'
import { decodeRendered } from './protocol.ts'
import type { Purpose, Rendered, Renderer } from './protocol.ts'

const { pdfPages, proofPageMaxBytes } = siteLimits.deposit

export const defaultRenderLimits = {
  /** Ends a process that hangs. The limit of CPU time ends a process that works too long. */
  wallMs: 30_000,
  cpuSeconds: 8,
  /** Writable memory of the process. V8 alone reserves about 680 MiB of address space and uses a small part. */
  memoryKib: 1_300 * 1024,
  pictureBytes: proofPageMaxBytes,
  /** Base64 is a third longer than its bytes. */
  outputBytes: Math.ceil((pdfPages + 1) * proofPageMaxBytes * (4 / 3)),
}
export type RenderLimits = typeof defaultRenderLimits

const repository = join(import.meta.dirname, '../../../..')
const programs = { proof: 'render.ts', qr: 'render.ts', workbook: 'workbook.ts' } as const satisfies Record<
  Purpose,
  string
>
/** The code that opens files. Other files of the repository can be secrets, such as passwords of a local stack. */
const code = ['node_modules/*', 'services/payments/*', 'package.json']
/** How Node runs this code: JavaScript reads this code only, writes no files, starts no processes. */
export const nodeFlags = [
  ...['--no-warnings', '--permission', '--allow-addons', '--max-old-space-size=256', '--v8-pool-size=1'],
  ...code.map((path) => `--allow-fs-read=${join(repository, path)}`),
]

function renderedOf(error: ExecException | null, output: string, said: string, wallMs: number): Rendered {
  if (error?.name === 'AbortError') return { fault: 'unavailable', reason: 'the caller has gone away' }
  if (error?.syscall !== undefined) return { fault: 'unavailable', reason: error.message }
  if (error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return { fault: 'too_much', reason: error.message }
  if (error?.killed === true) return { fault: 'too_much', reason: `longer than ${wallMs} ms` }
  const end = error?.signal ?? `exit code ${String(error?.code ?? 0)}`
  const died = { fault: 'died', reason: `${end}: ${said.trim()}`.slice(0, 2_000) } as const
  return error === null ? (decodeRendered(output) ?? died) : died
}

/** Ends what the process of a file has started and left: `execFile` ends the process alone. */
function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL')
  } catch {
    // The group is empty.
  }
}

/**
 * Opens each file in its own process and process group, with an empty environment. The shell sets the kernel limits and forbids core dumps,
 * then becomes Node. The picture server adds the confinement (docs/internals/decisions/0023).
 */
export function processRenderer(limits: RenderLimits = defaultRenderLimits): Renderer {
  const { cpuSeconds, memoryKib, wallMs: timeout, outputBytes: maxBuffer, pictureBytes } = limits
  const script = `ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -d ${memoryKib}; exec "$@"`
  const options = {
    env: { UV_THREADPOOL_SIZE: '1' },
    cwd: repository,
    timeout,
    maxBuffer,
    killSignal: 'SIGKILL',
  } as const
  return ([purpose, bytes], signal) => {
    const program = join(import.meta.dirname, programs[purpose])
    const command = [process.execPath, ...nodeFlags, program, purpose, String(pictureBytes), String(pdfPages)]
    const rendered = Promise.withResolvers<Rendered>()
    const shell = ['/bin/sh', '-c', script, 'sh', ...command]
    const child = execFile('/usr/bin/setsid', shell, { ...options, signal }, (error, output, said) =>
      rendered.resolve(renderedOf(error, output, said, timeout)),
    )
    child.once('exit', () => endGroup(child.pid))
    // A write to an ended process fails. The callback above reports how the process ended.
    child.stdin?.on('error', () => undefined).end(bytes)
    return rendered.promise
  }
}

const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Makes a picture at the start, so that a release that cannot open files does not replace the previous release. @throws Error with the reason */
export async function requireWorking(render: Renderer): Promise<void> {
  const rendered = await render(['proof', onePixelPng], new AbortController().signal)
  if ('fault' in rendered) throw new Error(`No pictures can be made on this machine: ${rendered.reason}`)
}

/** Longer than a file may wait and take there (picture-server.ts). */
const defaultWaitMs = 45_000

/** @throws Error for an answer that is too long */
async function readAtMost({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > maxBytes) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/**
 * Has files opened by a picture server (picture-server.ts). Its answer is not trusted, because the server has opened files of
 * strangers. Any other answer is `unavailable`.
 */
export function remoteRenderer(url: string, waitMs = defaultWaitMs): Renderer {
  return async ([purpose, bytes], stopping) => {
    const place = new URL(`render?purpose=${purpose}`, url)
    const late = AbortSignal.timeout(waitMs)
    const signal = AbortSignal.any([stopping, late])
    const unavailable = (reason: string): Rendered => ({ fault: 'unavailable', reason: `picture server: ${reason}` })
    try {
      const response = await fetch(place, { method: 'POST', body: new Uint8Array(bytes), redirect: 'error', signal })
      const answer = await readAtMost(response, defaultRenderLimits.outputBytes)
      if (response.status !== 200) return unavailable(`status ${response.status}`)
      return decodeRendered(answer) ?? unavailable('the answer is not valid')
    } catch (error) {
      if (late.aborted) return unavailable(`no answer within ${waitMs} ms`)
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      return unavailable(cause instanceof Error ? cause.message : String(cause))
    }
  }
}
