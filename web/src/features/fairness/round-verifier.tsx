import { logWarning } from '@kismet/app-kit/log.ts'
import type { AviatorProof, Proof, Verification } from '@kismet/fairness'
import { verifyProof } from '@kismet/fairness'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Skeleton } from '@kismet/ui/feedback/states.tsx'
import { panelClass } from '@kismet/ui/layout/panel.tsx'
import { useLocale } from '@kismet/ui/words/lingui.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { Columns } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { useEffect, useMemo, useState } from 'react'
import { checkedProof } from './check.ts'
import { saveProof } from './proof-files.tsx'
import { Verdict } from './verdict.tsx'

/**
 * Verifies a proof in a worker. A late round of a long chain hashes for two seconds, which would stop the page. Without
 * workers, the page verifies the proof.
 */
async function verifiedApart(proof: Proof, signal: AbortSignal): Promise<Verification> {
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

/** The proof of a round, computed again in this browser when it is opened and whenever that is asked for. */
export function RoundVerifier({ proof }: { proof: AviatorProof }): ReactNode {
  const locale = useLocale()
  const [verified, setVerified] = useState<Verification | null>(null)
  useEffect(() => {
    if (verified !== null) return undefined
    const leaving = new AbortController()
    verifiedApart(proof, leaving.signal).then(setVerified, (error: unknown) => {
      if (!leaving.signal.aborted) logWarning('A proof could not be verified', error)
    })
    return () => leaving.abort()
  }, [proof, verified])
  // Computed again for each language.
  const result = useMemo(() => (verified && locale ? checkedProof(proof, verified) : null), [proof, verified, locale])
  return (
    <section className={panelClass} aria-labelledby="round-proof">
      <h2 className={textClass('sr')} id="round-proof">
        {t`Proof`}
      </h2>
      <Columns least={14} gap={3}>
        <Button kind="primary" icon={ShieldCheck} busy={verified === null} onClick={() => setVerified(null)}>
          {t`Verify in this browser`}
        </Button>
        <Button icon={ArrowDownToLine} onClick={() => saveProof(proof)}>
          {t`Download proof`}
        </Button>
      </Columns>
      <p className={textClass('key')}>{t`Computed in your browser. No data is sent.`}</p>
      <div role="status">{result === null ? <Skeleton rows={8} /> : <Verdict result={result} />}</div>
    </section>
  )
}
