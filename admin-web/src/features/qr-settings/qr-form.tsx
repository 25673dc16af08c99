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
import { errorDetail } from '../../core/error-text.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'
import { Confirm } from '@kismet/ui/feedback/confirm.tsx'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { useAppDispatch } from '../../core/store.ts'
import { QrDrop } from './qr-drop.tsx'
import { QrPreview } from './qr-preview.tsx'
import type { SettingsProblem } from './qr-rules.ts'
import { imageProblem, settingsProblem, utrMaxLength } from './qr-rules.ts'
import { saveSettings } from './save-settings.ts'
import type { Draft, DraftState, Settings } from './use-draft.ts'
import { useDraft } from './use-draft.ts'
import styles from './qr-settings.module.css'

interface Size {
  width: number
  height: number
}

type Saving = 'idle' | 'sending' | 'checking'

/** Sends the draft, once it was confirmed. */
function useSave(before: Settings, onSaved: () => void): { state: Saving; save: (draft: Draft) => Promise<void> } {
  const dispatch = useAppDispatch()
  const [state, setState] = useState<Saving>('idle')
  const save = async (draft: Draft): Promise<void> => {
    setState('sending')
    const settings = { utr: draft.utr.trim(), image: draft.image }
    const known = await dispatch(saveSettings(settings, before, () => setState('checking')))
    setState('idle')
    if (known === null) return
    if ('data' in known) {
      onSaved()
      dispatch(noticeShown('good', 'Settings updated'))
    } else if (known.isOpen) dispatch(noticeShown('bad', 'Unclear', 'Look at what is in use before you save again.'))
    else if (known.error.kind === 'cancelled') dispatch(noticeShown('bad', 'Upload cancelled', 'Nothing was changed.'))
    else dispatch(noticeShown('bad', 'Error updating settings', errorDetail(known.error)))
  }
  return { state, save }
}

/** Asks once more: from now on money goes where this says. */
function Question({ draft, settings }: { draft: Draft; settings: Settings }): ReactNode {
  const utr = draft.utr.trim()
  return (
    <>
      <p>
        <b className="strong">All deposits go to this account from now on.</b> Players who have the page open see it
        when they look again.
      </p>
      <KeyValues
        look="lines"
        rows={[
          ...(utr === (settings.utr ?? '') ? [] : [{ name: 'UTR reference', value: <b>{utr}</b> }]),
          ...(utr === (settings.utr ?? '') || settings.utr === null
            ? []
            : [{ name: 'instead of', value: settings.utr }]),
          ...(draft.image ? [{ name: 'QR image', value: <b>{draft.image.name}</b> }] : []),
        ]}
      />
    </>
  )
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
  /** What was sent is not changed while it is on its way. */
  busy: boolean
  problem: SettingsProblem | null
  size: Size | null
}

function Fields({ state: { draft, write, choose, tick }, may, busy, problem, size }: FieldsProps): ReactNode {
  const messageOf = (field: SettingsProblem['field']): string | undefined =>
    problem?.field === field ? problem.message : undefined
  return (
    <>
      <div className={styles.fields}>
        {may && (
          <QrDrop
            image={draft.image}
            size={draft.image ? size : null}
            error={messageOf('qrImage')}
            busy={busy}
            onImage={choose}
          />
        )}
        <div className={styles.side} inert={busy}>
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
          <Notice tone="warn" icon={TriangleAlert}>
            <b>All deposits go to this account.</b>
            {may && ' Scan it with your own phone before you save.'}
          </Notice>
        </div>
      </div>
      <div inert={busy}>
        <Scanned draft={draft} problem={messageOf('scanned')} onTick={tick} />
      </div>
    </>
  )
}

interface FootProps extends Pick<DraftState, 'changed' | 'discard'> {
  may: boolean
  saving: Saving
}

function Foot({ may, changed, saving, discard }: FootProps): ReactNode {
  if (!may) return <Tag icon={Eye}>read only</Tag>
  const busy = saving !== 'idle'
  return (
    <>
      {saving === 'checking' ? (
        <span role="status">Unclear, checking: no answer has come yet.</span>
      ) : (
        changed && <span>Not saved yet; it is kept while you look at other pages.</span>
      )}
      <span className={styles.acts}>
        {changed && (
          <Button kind="bare" disabled={busy} onClick={discard}>
            Discard
          </Button>
        )}
        <Button kind="primary" type="submit" busy={busy} disabled={!changed}>
          Save settings
        </Button>
      </span>
    </>
  )
}

/** Where players pay to: the image that they scan and the reference that they write. Only owners change it. */
export function QrForm({ settings }: { settings: Settings }): ReactNode {
  const { role } = useAdmin()
  const may = mayCall(postDepositSettings.route, role)
  const state = useDraft(settings)
  const { draft, changed, discard } = state
  const [asks, setAsks] = useState(false)
  const { state: saving, save } = useSave(settings, discard)
  const busy = saving !== 'idle'
  const [problem, setProblem] = useState<{ draft: Draft; problem: SettingsProblem } | null>(null)
  const [size, setSize] = useState<Size | null>(null)
  const onSubmit = (): void => {
    const wrong = settingsProblem(draft)
    setProblem(wrong && { draft, problem: wrong })
    setAsks(wrong === null && changed && !busy)
  }
  // A remark is about the draft that was sent: once something else is written it is old.
  const isSame =
    problem?.draft.utr === draft.utr && problem.draft.image === draft.image && problem.draft.scanned === draft.scanned
  const wrongImage = draft.image && imageProblem(draft.image)
  const told = wrongImage === null ? null : ({ field: 'qrImage', message: wrongImage } as const)
  return (
    <div className={styles.columns}>
      <Form onSubmit={onSubmit}>
        <Panel
          title="Payment QR and UTR reference"
          end={changed && <Tag tone="warn">not saved</Tag>}
          foot={<Foot may={may} changed={changed} saving={saving} discard={discard} />}
        >
          <Fields state={state} may={may} busy={busy} problem={told ?? (isSame ? problem.problem : null)} size={size} />
        </Panel>
      </Form>
      <QrPreview
        imageUrl={draft.imageUrl ?? settings.qrImage}
        utr={draft.utr.trim()}
        saved={!changed}
        onSize={setSize}
      />
      {asks && (
        <Confirm
          title="Change where players pay to?"
          icon={TriangleAlert}
          action="Save settings"
          busy={false}
          onConfirm={() => {
            setAsks(false)
            void save(draft)
          }}
          onClose={() => setAsks(false)}
        >
          <Question draft={draft} settings={settings} />
        </Confirm>
      )}
    </div>
  )
}
