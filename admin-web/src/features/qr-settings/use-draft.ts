import type { getDepositSettings, Output } from '@kismet/contracts'
import { useKept } from '../../core/kept-drafts.ts'

export type Settings = Output<typeof getDepositSettings>['settings']

/** What is being written, against what is in use. */
export interface Draft {
  utr: string
  image: File | null
  /** Somebody has scanned the image and found the own name behind it. */
  scanned: boolean
}

export interface DraftState {
  draft: Draft
  /** What of it was written here; the rest is what was in use when the page was drawn. */
  written: Written
  changed: boolean
  write: (utr: string) => void
  choose: (image: File | null) => void
  tick: (scanned: boolean) => void
  discard: () => void
  /** Forgets what was sent, and keeps what was written since. */
  discardSent: (sent: Draft) => void
}

/** What was written, and is not saved. */
export type Written = Partial<Draft>

function withoutSent({ utr, ...others }: Written, sent: Draft): Written {
  const rest = utr === undefined || utr === sent.utr ? {} : { utr }
  return others.image === sent.image ? rest : { ...others, ...rest }
}

const orNone = (written: Written): Written | undefined =>
  written.utr === undefined && !written.image ? undefined : written

/** The draft of the settings; what is not written yet is as it is in use. */
export function useDraft({ utr: utrInUse }: Settings): DraftState {
  const [written = {}, keep] = useKept<Written>('depositSettings')
  const draft: Draft = { utr: utrInUse ?? '', image: null, scanned: false, ...written }
  return {
    draft,
    written,
    changed: draft.image !== null || draft.utr !== (utrInUse ?? ''),
    write: (utr) =>
      keep(({ utr: _, ...others } = {}) => orNone(utr === (utrInUse ?? '') ? others : { ...others, utr })),
    choose: (image) => keep((now) => orNone({ ...now, image, scanned: false })),
    tick: (scanned) => keep((now) => orNone({ ...now, scanned })),
    discard: () => keep(() => undefined),
    discardSent: (sent) => keep((now = {}) => orNone(withoutSent(now, sent))),
  }
}
