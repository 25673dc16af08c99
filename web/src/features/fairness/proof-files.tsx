import { saveFile } from '@kismet/app-kit/save-file.ts'
import { largestProofFileBytes } from '@kismet/fairness'
import type { Proof } from '@kismet/fairness'
import { Button, buttonClass } from '@kismet/ui/controls/button.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import Upload from 'lucide-react/icons/upload'
import type { ReactNode } from 'react'
import styles from './fairness.module.css'

/** The bytes of a file. One byte above the limit is enough for the reader to refuse a large file. */
async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, largestProofFileBytes + 1).arrayBuffer())
}

/** Saves the proof as a file of its own, for `kismet-verify`. */
export function saveProof(proof: Proof): void {
  const file = new Blob([JSON.stringify({ proof }, null, 2)], { type: 'application/json' })
  saveFile(`kismet-${proof.game}-${proof.nonce}.json`, file)
}

/** Opens a proof file, and saves the proof that is open. */
export function ProofFiles({ proof, onLoad }: { proof: Proof | null; onLoad: (bytes: Uint8Array) => void }): ReactNode {
  return (
    <Row spread wrap gap={2} className={styles.files}>
      <p className={textClass('key')}>{t`Computed in your browser. No data is sent.`}</p>
      <Row gap={2} wrap>
        <label className={buttonClass({ kind: 'quiet' })}>
          <Icon of={Upload} />
          {t`Open proof file`}
          <input
            className={textClass('sr')}
            type="file"
            accept="application/json,.json"
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file) void bytesOf(file).then(onLoad)
            }}
          />
        </label>
        {proof && (
          <Button kind="quiet" icon={ArrowDownToLine} onClick={() => saveProof(proof)}>
            {t`Save proof`}
          </Button>
        )}
      </Row>
    </Row>
  )
}
