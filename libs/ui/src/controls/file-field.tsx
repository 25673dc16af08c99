import FileText from 'lucide-react/icons/file-text'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { formatBytes } from '../format/number.ts'
import { Icon } from '../icon.tsx'
import { IconButton } from './button.tsx'
import type { FieldTexts } from './field.tsx'
import { Field } from './field.tsx'
import styles from './file-field.module.css'

interface FileFieldProps extends FieldTexts {
  file: File | null
  onFile: (file: File | null) => void
  /** Types as the `accept` attribute takes them. */
  accept: string
  /** What the empty field says, for example 'Choose a file or drop it here'. */
  prompt: string
}

/** One file, chosen or dropped; it shows its name and size and can be taken away again. */
export function FileField({ file, onFile, accept, prompt, ...texts }: FileFieldProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const remove = (): void => {
    if (input.current) input.current.value = ''
    onFile(null)
    input.current?.focus()
  }
  return (
    <Field {...texts}>
      {(ties) => (
        <div
          className={classNames(styles.file, over && styles.over, Boolean(texts.error) && styles.bad)}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
        >
          <Icon of={file ? FileText : Upload} />
          <div>
            <p className={classNames('small', styles.name)}>{file ? file.name : prompt}</p>
            {file && <p className="key">{formatBytes(file.size)}</p>}
          </div>
          <input
            {...ties}
            ref={input}
            type="file"
            accept={accept}
            // Chosen again, the same file is news too.
            onClick={({ currentTarget }) => (currentTarget.value = '')}
            onChange={(event) => onFile(event.target.files?.[0] ?? file)}
          />
          {file && <IconButton icon={X} label="Remove file" onClick={remove} />}
        </div>
      )}
    </Field>
  )
}
