import type { Proof } from '@kismet/contracts'
import { UnreadableProofError, verifyProof } from '@kismet/fairness'
import type { Verification } from '@kismet/fairness'
import { Copied } from '@kismet/ui/controls/copied.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { Seal } from '@kismet/ui/seal/seal.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import Check from 'lucide-react/icons/check'
import Lock from 'lucide-react/icons/lock'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { storedResult } from './results.ts'
import styles from './rounds.module.css'

/** Verifies the proof in this browser; null for an unreadable proof. */
function computed(proof: Proof): Verification | null {
  try {
    return verifyProof(proof)
  } catch (error) {
    if (error instanceof UnreadableProofError) return null
    throw error
  }
}

function Long({ name, text }: { name: string; text: string }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{text}</code>
        <Copied text={text} label={`Copy ${name.toLowerCase()}`} />
      </dd>
    </div>
  )
}

function Verdict({ proof, verification }: { proof: Proof | null; verification: Verification | null }): ReactNode {
  if (proof === null) return <Tag icon={Lock}>sealed</Tag>
  return verification?.valid === true ? (
    <Tag tone="good" icon={Check}>
      verified
    </Tag>
  ) : (
    <Tag tone="bad" icon={X}>
      does not verify
    </Tag>
  )
}

/** Result as it is stored beside what this page computes from the seeds, step by step. */
function Computed({ proof, verification }: { proof: Proof; verification: Verification | null }): ReactNode {
  if (verification === null) return <p className={textClass('mute')}>The stored proof cannot be read.</p>
  const outcome = verification.steps.find(({ name }) => name === 'outcome')
  return (
    <>
      <dl className={styles.results}>
        <div>
          <dt>Stored result</dt>
          <dd>{storedResult(proof)}</dd>
        </div>
        <div>
          <dt>Recomputed result</dt>
          <dd>{outcome?.value ?? 'not reached'}</dd>
        </div>
      </dl>
      <ul className={styles.checks}>
        {verification.steps.map(({ name, ok, title, value }) => (
          <li key={name} data-bad={ok ? undefined : ''}>
            <Icon of={ok ? Check : X} size="s" />
            <span>
              {title}
              {!ok && <span className={textClass('sr')}>, not so</span>}
            </span>
            <code className={textClass('cut')}>{value}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

interface FairnessPanelProps {
  hash: string
  /** Null while it is hidden. */
  clientSeed: string | null
  nonce: number
  /** Only of what is over. */
  proof: Proof | null
  note: ReactNode
}

/** The fairness of a play: its commitment, and after its end the seeds and the verification, computed in this browser. */
export function FairnessPanel({ hash, clientSeed, nonce, proof, note }: FairnessPanelProps): ReactNode {
  const verification = proof && computed(proof)
  return (
    <Panel title="Fairness" end={<Verdict proof={proof} verification={verification} />}>
      <p className={styles.seal}>
        <Seal hash={hash} state={proof === null ? 'sealed' : 'open'} />
        <span>{note}</span>
      </p>
      <dl className={styles.facts}>
        {proof === null ? (
          <div>
            <dt>Server seed</dt>
            <dd className={textClass('mute')}>hidden until the end, for every role</dd>
          </div>
        ) : (
          <Long name="Server seed" text={proof.serverSeed} />
        )}
        <Long name="Its hash" text={hash} />
        {clientSeed === null ? (
          <div>
            <dt>Client seed</dt>
            <dd className={textClass('mute')}>hidden until the end</dd>
          </div>
        ) : (
          <Long name="Client seed" text={clientSeed} />
        )}
        <div>
          <dt>Nonce</dt>
          <dd>
            <code>{nonce}</code>
          </dd>
        </div>
      </dl>
      {proof && <Computed proof={proof} verification={verification} />}
    </Panel>
  )
}
