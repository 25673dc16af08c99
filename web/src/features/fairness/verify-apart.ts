import type { Proof, Verification } from '@kismet/fairness'
import { verifyProof } from '@kismet/fairness'

/**
 * Verifies a proof beside the page: a late round of a long chain hashes for two seconds, in which the page would take no press and draw nothing. Where no worker can be had it is done in the page.
 */
export async function verifiedApart(proof: Proof, signal: AbortSignal): Promise<Verification> {
  if (typeof Worker === 'undefined') return verifyProof(proof)
  const worker = new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' })
  const verified = new Promise<Verification>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Verification>) => resolve(data)
    worker.onerror = reject
    signal.addEventListener('abort', reject)
    worker.postMessage(proof)
  })
  try {
    return await verified
  } catch {
    signal.throwIfAborted()
    return verifyProof(proof)
  } finally {
    worker.terminate()
  }
}
