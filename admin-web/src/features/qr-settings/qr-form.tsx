import type { FormField } from '@kismet/app-kit/upload.ts'
import { useUploadProgress } from '@kismet/app-kit/upload.ts'
import { postDepositSettings } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Checkbox } from '@kismet/ui/controls/choice.tsx'
import { FileField } from '@kismet/ui/controls/file-field.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { formatBytes } from '@kismet/ui/format/number.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ImageUp from 'lucide-react/icons/image-up'
import Eye from 'lucide-react/icons/eye'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { SideBySide } from '../../core/side-by-side.tsx'
import { useShowNotice } from '../../entities/notices/use-show-notice.ts'
import { confirm } from '@kismet/ui/feedback/confirm.tsx'
import { useIsOpen } from '@kismet/ui/feedback/use-is-open.ts'
import { Columns, Row, Stack } from '@kismet/ui/layout/layout.tsx'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { useAppDispatch } from '../../core/store.ts'
import { QrPreview } from './qr-preview.tsx'
import type { NewSettings, Settings } from './qr-api.ts'
import { readSettings, useProposal } from './qr-api.ts'
import type { Draft, SettingsProblem } from './qr-rules.ts'
import { effectText, imageProblem, imageTypes, newSettings, settingsProblem, utrMaxLength } from './qr-rules.ts'
import type { SettingsForm } from './settings-form.ts'
import { useSettingsForm } from './settings-form.ts'

interface Size {
  width: number
  height: number
}

/** Asks before it saves. What is in use is read again for the question: another admin may have changed it since this page was opened. */
function useSave({ draft, written, discard, save }: SettingsForm) {
  const dispatch = useAppDispatch()
  const showNotice = useShowNotice()
  const delayHours = useProposal({}).data?.delayHours
  const [isReading, setReading] = useState(false)
  const isOpen = useIsOpen()
  const ask = async (): Promise<void> => {
    setReading(true)
    const before = await readSettings({ dispatch })
    setReading(false)
    // The admin has left the page, and the draft stays.
    if (!isOpen.current) return
    if ('error' in before) {
      showNotice('bad', 'Failed to load settings', errorDetail(before.error))
      return
    }
    const settings = newSettings({ utr: written, image: draft.image }, before.data)
    if (settings.utr === null && settings.image === null) {
      discard()
      return
    }
    const isConfirmed = await confirm({
      ...{ title: 'Change where players pay to?', icon: TriangleAlert, action: 'Save settings' },
      body: <Effect sent={settings} before={before.data} delayHours={delayHours} />,
    })
    if (!isConfirmed) return
    const warning = await save(settings, before.data)
    if (warning === undefined) return
    const isChecked = await confirm({
      ...{ title: 'This QR may pay to another account', icon: TriangleAlert, action: 'Save anyway', isDangerous: true },
      body: <p>{warning} Scan the image with your own phone before you save it.</p>,
    })
    if (isChecked) await save(settings, before.data, true)
  }
  return { isReading, ask }
}

interface EffectProps {
  sent: NewSettings
  before: Settings
  delayHours: number | undefined
}

/** From now on money goes where this says. */
function Effect({ sent: { utr, image }, before, delayHours }: EffectProps): ReactNode {
  return (
    <>
      <p>
        <b className={textClass('strong')}>All deposits will go to this account.</b> {effectText(before, delayHours)}{' '}
        All owners are told by mail.
      </p>
      <KeyValues
        variant="lines"
        rows={[
          ...(utr === null ? [] : [{ name: 'UPI ID', value: <b>{utr}</b> }]),
          ...(utr === null || before.utr === null ? [] : [{ name: 'instead of', value: before.utr }]),
          ...(image ? [{ name: 'QR image', value: <b>{image.name}</b> }] : []),
        ]}
      />
    </>
  )
}

interface QrDropProps {
  image: File | null
  size: Size | null
  error: string | undefined
  /** What was sent is not changed while it is on its way; that alone can be ended. */
  busy: boolean
  onImage: (image: File | null) => void
}

/** The new image, chosen or dropped. */
function QrDrop({ image, size, error, busy, onImage }: QrDropProps): ReactNode {
  const sending = useUploadProgress(postDepositSettings)
  const facts = [
    'PNG or JPEG, up to 2 MB',
    ...(size ? [`${size.width} × ${size.height}`] : []),
    ...(image ? [formatBytes(image.size)] : []),
  ]
  return (
    <div inert={busy && sending === null}>
      <FileField
        name={'qrImage' satisfies FormField<typeof postDepositSettings>}
        label="QR image"
        error={error}
        file={image}
        onFile={onImage}
        accept={imageTypes}
        prompt="Choose a new QR image, or drop it here"
        icon={ImageUp}
        sending={image && sending}
        tall={{ choose: 'Choose image', another: 'Choose another', remove: 'Remove', facts: facts.join(' · ') }}
      />
    </div>
  )
}

interface FieldsProps {
  state: SettingsForm
  may: boolean
  problem: SettingsProblem | null
  size: Size | null
}

function Fields({ state: { draft, busy, write, choose, tick }, may, problem, size }: FieldsProps): ReactNode {
  const messageOf = (field: SettingsProblem['field']): string | undefined =>
    problem?.field === field ? problem.message : undefined
  return (
    <>
      <Columns least={14} gap={4}>
        {may && (
          <QrDrop
            image={draft.image}
            size={draft.image ? size : null}
            error={messageOf('qrImage')}
            busy={busy}
            onImage={choose}
          />
        )}
        <Stack gap={4} inert={busy}>
          <TextField
            {...{ label: 'UPI ID', name: 'utr', mono: true, autoComplete: 'off', spellCheck: false }}
            maxLength={utrMaxLength}
            value={draft.utr}
            locked={!may}
            error={messageOf('utr')}
            hint="Players pay to this UPI ID."
            onChange={(event) => write(event.target.value)}
          />
          <Notice tone="warn" icon={TriangleAlert}>
            <b>All deposits go to this account.</b>
            {may && ' Scan it with your own phone before you save.'}
          </Notice>
        </Stack>
      </Columns>
      {draft.image && (
        <Stack gap={1} inert={busy}>
          <Checkbox name="scanned" checked={draft.scanned} onChange={tick}>
            I scanned it and the name is ours
          </Checkbox>
          {messageOf('scanned') !== undefined && (
            <Row as="p" gap={2} className={textClass('small', 'loss')} role="alert">
              <Icon of={CircleAlert} size="s" />
              {messageOf('scanned')}
            </Row>
          )}
        </Stack>
      )}
    </>
  )
}

interface FootProps extends Pick<SettingsForm, 'changed' | 'discard' | 'busy' | 'isChecking'> {
  may: boolean
}

function Foot({ may, changed, busy, isChecking, discard }: FootProps): ReactNode {
  if (!may) return <Tag icon={Eye}>read only</Tag>
  return (
    <>
      {isChecking ? (
        <span role="status">Checking: no answer yet.</span>
      ) : (
        changed && <span>Not saved yet. Your draft is kept while you visit other pages.</span>
      )}
      <Row as="span" gap={2} className={textClass('push')}>
        {changed && (
          <Button kind="bare" disabled={busy} onClick={discard}>
            Discard
          </Button>
        )}
        <Button kind="primary" type="submit" busy={busy} disabled={!changed}>
          Save settings
        </Button>
      </Row>
    </>
  )
}

/** Where players pay to: the image that they scan and the reference that they write. Only owners change it. */
export function QrForm({ settings }: { settings: Settings }): ReactNode {
  const { role } = useAdmin()
  const may = mayCall(postDepositSettings.route, role)
  const state = useSettingsForm(settings)
  const { draft, changed, busy, isChecking, discard } = state
  const { isReading, ask } = useSave(state)
  const [problem, setProblem] = useState<{ draft: Draft; problem: SettingsProblem } | null>(null)
  const [size, setSize] = useState<Size | null>(null)
  const onSubmit = (): void => {
    const wrong = settingsProblem(draft, settings)
    setProblem(wrong && { draft, problem: wrong })
    if (wrong === null && changed && !busy && !isReading) void ask()
  }
  // A remark is about the draft that was sent: once something else is written it is old.
  const isSame =
    problem?.draft.utr === draft.utr && problem.draft.image === draft.image && problem.draft.scanned === draft.scanned
  const wrongImage = draft.image && imageProblem(draft.image)
  const told = wrongImage === null ? null : ({ field: 'qrImage', message: wrongImage } as const)
  const preview = (
    <QrPreview
      {...{ image: draft.image, imageUrl: settings.qrImage, utr: draft.utr.trim() }}
      saved={!changed}
      onSize={setSize}
    />
  )
  return (
    <SideBySide side={preview}>
      <Form onSubmit={onSubmit}>
        <Panel
          title="Payment QR and UPI ID"
          end={changed && <Tag tone="warn">not saved</Tag>}
          foot={<Foot may={may} {...{ changed, isChecking, discard }} busy={busy || isReading} />}
        >
          <Fields state={state} may={may} problem={told ?? (isSame ? problem.problem : null)} size={size} />
        </Panel>
      </Form>
    </SideBySide>
  )
}
