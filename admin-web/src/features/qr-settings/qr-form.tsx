import { asCallError } from '@kismet/app-kit/call-error.ts'
import { postDepositSettings } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Checkbox } from '@kismet/ui/controls/choice.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Eye from 'lucide-react/icons/eye'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { errorDetail } from '../../app/notices/error-text.ts'
import { noticeShown } from '../../app/notices/notices-slice.ts'
import { Panel } from '../../app/parts/panel.tsx'
import { Note, Tag } from '../../app/parts/tag.tsx'
import { mayCall } from '../../app/session/roles.ts'
import { useAdmin } from '../../app/session/use-session.ts'
import { useAppDispatch } from '../../app/store.ts'
import { usePostDepositSettingsMutation } from './qr-api.ts'
import { QrDrop } from './qr-drop.tsx'
import { QrPreview } from './qr-preview.tsx'
import type { SettingsProblem } from './qr-rules.ts'
import { settingsProblem, utrMaxLength } from './qr-rules.ts'
import type { Draft, DraftState, Settings } from './use-draft.ts'
import { useDraft } from './use-draft.ts'
import styles from './qr-settings.module.css'

interface Size {
  width: number
  height: number
}

/** Saves the draft; answers with what is wrong with it, or null. */
function useSave(onSaved: () => void): { busy: boolean; save: (draft: Draft) => Promise<SettingsProblem | null> } {
  const dispatch = useAppDispatch()
  const [send, { isLoading }] = usePostDepositSettingsMutation()
  const save = async (draft: Draft): Promise<SettingsProblem | null> => {
    const wrong = settingsProblem(draft)
    if (wrong) return wrong
    const { data, error } = await send({ utr: draft.utr.trim(), image: draft.image })
    if (data) {
      onSaved()
      dispatch(noticeShown('good', 'Settings updated'))
    } else {
      dispatch(noticeShown('bad', 'Error updating settings', errorDetail(asCallError(error))))
    }
    return null
  }
  return { busy: isLoading, save }
}

function Scanned({
  draft,
  problem,
  onTick,
}: {
  draft: Draft
  problem: string | undefined
  onTick: (on: boolean) => void
}): ReactNode {
  if (!draft.image) return null
  return (
    <div className={styles.scanned}>
      <Checkbox name="scanned" checked={draft.scanned} onChange={onTick}>
        I scanned it and the name is ours
      </Checkbox>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          <Icon of={CircleAlert} size="s" />
          {problem}
        </p>
      )}
    </div>
  )
}

interface FieldsProps {
  state: DraftState
  may: boolean
  problem: SettingsProblem | null
  size: Size | null
}

function Fields({ state: { draft, write, choose, tick }, may, problem, size }: FieldsProps): ReactNode {
  const messageOf = (field: SettingsProblem['field']): string | undefined =>
    problem?.field === field ? problem.message : undefined
  return (
    <>
      <div className={styles.fields}>
        {may && (
          <QrDrop image={draft.image} size={draft.image ? size : null} error={messageOf('image')} onImage={choose} />
        )}
        <div className={styles.side}>
          <TextField
            label="UTR reference"
            name="utr"
            mono
            autoComplete="off"
            spellCheck={false}
            maxLength={utrMaxLength}
            value={draft.utr}
            locked={!may}
            error={messageOf('utr')}
            hint="Players write it in the payment note."
            onChange={(event) => write(event.target.value)}
          />
          <Note tone="warn" icon={TriangleAlert}>
            <b>All deposits go to this account.</b>
            {may && ' Scan it with your own phone before you save.'}
          </Note>
        </div>
      </div>
      <Scanned draft={draft} problem={messageOf('scanned')} onTick={tick} />
    </>
  )
}

/** Where players pay to: the image that they scan and the reference that they write. Only owners change it. */
export function QrForm({ settings }: { settings: Settings }): ReactNode {
  const { role } = useAdmin()
  const may = mayCall(postDepositSettings.route, role)
  const state = useDraft(settings)
  const { draft, changed, discard } = state
  const { busy, save } = useSave(discard)
  const [problem, setProblem] = useState<{ draft: Draft; problem: SettingsProblem } | null>(null)
  const [size, setSize] = useState<Size | null>(null)
  const onSubmit = async (): Promise<void> => {
    const wrong = await save(draft)
    setProblem(wrong && { draft, problem: wrong })
  }
  // A remark is about the draft that was sent: once something else is written it is old.
  const isSame =
    problem?.draft.utr === draft.utr && problem.draft.image === draft.image && problem.draft.scanned === draft.scanned
  const foot = may ? (
    <span className={styles.acts}>
      {changed && (
        <Button kind="bare" disabled={busy} onClick={discard}>
          Discard
        </Button>
      )}
      <Button kind="primary" type="submit" busy={busy}>
        Save settings
      </Button>
    </span>
  ) : (
    <Tag icon={Eye}>read only</Tag>
  )
  return (
    <div className={styles.columns}>
      <Form onSubmit={onSubmit}>
        <Panel title="Payment QR and UTR reference" foot={foot}>
          <Fields state={state} may={may} problem={isSame ? problem.problem : null} size={size} />
        </Panel>
      </Form>
      <QrPreview
        imageUrl={draft.imageUrl ?? settings.qrImage}
        utr={draft.utr.trim()}
        saved={!changed}
        onSize={setSize}
      />
    </div>
  )
}
