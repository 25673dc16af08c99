import { t } from '@lingui/core/macro'
import FileText from 'lucide-react/icons/file-text'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { classNames, textClass } from '../class-names.ts'
import { formatBytes } from '../format/number.ts'
import type { Glyph } from '../icon.tsx'
import { Icon } from '../icon.tsx'
import { Button, IconButton, buttonClass } from './button.tsx'
import type { FieldTexts } from './field.tsx'
import { Field } from './field.tsx'
import styles from './file-field.module.css'

interface FileFieldProps extends FieldTexts {
  name: string
  file: File | null
  onFile: (file: File | null) => void
  /** Types as the `accept` attribute takes them. */
  accept: string
  /** What the empty field says, for example 'Choose a file or drop it here'. */
  prompt: ReactNode
  icon?: Glyph
  /** The file on its way to the server: how much of it has left, from 0 to 1, and what ends it while that can be. */
  sending?: { readonly share: number; readonly cancel: (() => void) | null } | null
}

interface Parts extends FileFieldProps {
  removed: () => void
}

/** How much of the file has left, and the way to end it. */
function Progress({
  label,
  sending,
}: {
  label: ReactNode
  sending: NonNullable<FileFieldProps['sending']>
}): ReactNode {
  const percent = Math.round(sending.share * 100)
  return (
    <div className={styles.sending}>
      <progress aria-label={typeof label === 'string' ? t`Sending: ${label}` : t`Sending`} max={100} value={percent} />
      <span className={textClass('key')}>{percent < 100 ? `${percent}%` : t`Sent. Waiting for the answer`}</span>
      {sending.cancel && (
        <Button kind="bare" onClick={sending.cancel}>
          {t`Cancel`}
        </Button>
      )}
    </div>
  )
}

function Row({ label, file, prompt, icon, sending, removed }: Parts): ReactNode {
  return (
    <>
      <Icon of={icon ?? (file ? FileText : Upload)} />
      <div>
        <p className={classNames(textClass('small'), styles.name)}>{file ? file.name : prompt}</p>
        {file && !sending && <p className={textClass('key')}>{formatBytes(file.size)}</p>}
        {sending && <Progress label={label} sending={sending} />}
      </div>
      {file && !sending && <IconButton icon={X} label={t`Remove file`} onClick={removed} />}
    </>
  )
}

/** The words of a tall field: on the way to a file, and to another. */
interface TallWords {
  choose: ReactNode
  another: ReactNode
  remove: ReactNode
  /** What may be known of the file, in one line. */
  facts: ReactNode
}

function Tall({ label, file, prompt, icon, sending, removed, words }: Parts & { words: TallWords }): ReactNode {
  return (
    <>
      <Icon of={icon ?? Upload} size="l" />
      <p className={styles.whole}>{file ? file.name : prompt}</p>
      <p className={textClass('key')}>{words.facts}</p>
      {sending ? (
        <Progress label={label} sending={sending} />
      ) : (
        <span className={styles.acts}>
          {/* The field itself takes the click. */}
          <span className={buttonClass()} aria-hidden="true">
            {file ? words.another : words.choose}
          </span>
          {file && <Button onClick={removed}>{words.remove}</Button>}
        </span>
      )}
    </>
  )
}

/** One file, chosen or dropped; it shows its name and size, how far it is on its way, and can be taken away again. `tall` is a field in the middle of its page. */
export function FileField({ tall, ...props }: FileFieldProps & { tall?: TallWords }): ReactNode {
  const { name, label, beside, hint, error, file, onFile, accept, sending } = props
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const parts: Parts = {
    ...props,
    removed: () => {
      onFile(null)
      input.current?.focus()
    },
  }
  return (
    <Field label={label} beside={beside} hint={hint} error={error}>
      {(ties) => (
        <div
          className={classNames(styles.file, tall && styles.tall, over && styles.over, Boolean(error) && styles.bad)}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
        >
          <input
            {...ties}
            ref={input}
            type="file"
            name={name}
            accept={accept}
            disabled={Boolean(sending)}
            // Chosen again, the same file is news too.
            onClick={({ currentTarget }) => (currentTarget.value = '')}
            onChange={(event) => onFile(event.target.files?.[0] ?? file)}
          />
          {tall ? <Tall {...parts} words={tall} /> : <Row {...parts} />}
        </div>
      )}
    </Field>
  )
}
