import type { Route } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { Options, SelectField, TextArea, TextField } from '@kismet/ui/controls/text-field.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Eye from 'lucide-react/icons/eye'
import type { ComponentProps, ReactNode } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import type { z } from 'zod'
import type { Fields } from '../../core/fields.ts'
import { useFields } from '../../core/fields.ts'
import { QueryState } from '../../core/table/query-state.tsx'
import type { Answer } from '../../core/table/standing.ts'
import { mayCall } from '../session/roles.ts'
import { useAdmin } from '../session/use-session.ts'
import styles from './settings-panel.module.css'

/** A field of a settings panel: one line of text, a list of `options`, or a text of several `rows`. */
interface SettingsField<Typed extends FieldValues> extends Pick<
  ComponentProps<typeof TextField>,
  'hint' | 'inputMode' | 'mono' | 'placeholder' | 'rupees'
> {
  readonly name: Path<Typed>
  readonly label: string
  readonly options?: readonly (readonly [value: string, word: string])[]
  readonly rows?: number
}

interface FieldProps<Typed extends FieldValues> {
  field: SettingsField<Typed>
  may: boolean
  text: Fields<Typed, unknown>['text']
}

function Input<Typed extends FieldValues>({ field, may, text }: FieldProps<Typed>): ReactNode {
  const { name, label, hint, options, rows, ...input } = field
  const shared = { label, hint, ...text(name) }
  if (rows !== undefined) return <TextArea {...shared} rows={rows} readOnly={!may} />
  if (options === undefined) return <TextField {...shared} {...input} autoComplete="off" readOnly={!may} />
  return (
    <SelectField {...shared} disabled={!may}>
      <Options of={options} />
    </SelectField>
  )
}

interface SettingsFormProps<Data, Typed extends FieldValues, Read> {
  /** The operation that changes the settings, which has the allowed roles. */
  setter: { readonly route: Route }
  schema: z.ZodType<Read, Typed>
  /** The settings in use, as the fields have them. */
  textsOf: (data: Data) => Typed
  fieldsOf: (data: Data) => readonly SettingsField<Typed>[]
  /** Above and below the fields. */
  intro?: ReactNode
  footOf?: (data: Data) => ReactNode
  /** The word on the button. */
  word: string
  /** Saves the settings and shows the outcome. @returns whether they are saved, or what is wrong with them */
  save: (read: Read, data: Data) => Promise<boolean | string>
}

function SettingsForm<Data, Typed extends FieldValues, Read>(
  props: SettingsFormProps<Data, Typed, Read> & { data: Data; readAtMs: number | undefined },
): ReactNode {
  const { setter, schema, textsOf, fieldsOf, intro, footOf, word, save, data, readAtMs } = props
  const may = mayCall(setter.route, useAdmin().role)
  const texts = textsOf(data) as DefaultValues<Typed>
  const [isTyped, setTyped] = useState(false)
  const [savedOverMs, setSavedOverMs] = useState<number>()
  const { form, text, problem, refuse, submit } = useFields<Typed, Read>(schema, texts, () => setTyped(true))
  // Another admin may change the settings; typed texts stay. Saved texts stay until the settings are read again, because a
  // saved change may wait.
  const showInUse = useEffectEvent((): void => {
    if (!isTyped && readAtMs !== savedOverMs) form.reset(texts)
  })
  useEffect(() => showInUse(), [readAtMs, isTyped])
  const onSubmit = submit(async (read) => {
    // `data` as the admin saw it: another admin may have changed it meanwhile.
    const outcome = await save(read, data)
    if (typeof outcome === 'string') refuse(outcome)
    else if (outcome) {
      setSavedOverMs(readAtMs)
      setTyped(false)
    }
  })
  const fields = fieldsOf(data)
  return (
    <Form onSubmit={onSubmit}>
      {intro}
      <div className={classNames(styles.fields, fields.length === 1 && styles.wide)}>
        {fields.map((field) => (
          <Input key={field.name} field={field} may={may} text={text} />
        ))}
      </div>
      {problem !== undefined && <p className={textClass('small', 'loss')}>{problem}</p>}
      {footOf?.(data)}
      <Row>
        {may ? (
          <Button type="submit" disabled={!isTyped}>
            {word}
          </Button>
        ) : (
          <Tag icon={Eye}>read only</Tag>
        )}
      </Row>
    </Form>
  )
}

interface SettingsPanelProps<Data, Typed extends FieldValues, Read> extends SettingsFormProps<Data, Typed, Read> {
  title: string
  note?: string
  /** The name of the settings in messages, such as "the rules". */
  what: string
  result: Answer<Data>
}

/** Settings that admins read and some roles change: a description of the fields, and how they are saved. */
export function SettingsPanel<Data, Typed extends FieldValues, Read>(
  props: SettingsPanelProps<Data, Typed, Read>,
): ReactNode {
  const { title, note, what, result, ...form } = props
  return (
    <Panel title={title} note={note}>
      <QueryState what={what} result={result}>
        {(data) => <SettingsForm {...form} data={data} readAtMs={result.fulfilledTimeStamp} />}
      </QueryState>
    </Panel>
  )
}
