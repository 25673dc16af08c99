import type { SupportTemplate } from '@kismet/contracts'
import { setSupportDesk, supportLimits } from '@kismet/contracts'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { typedAs } from '../../core/fields.ts'
import { useChange } from '../../entities/notices/use-change.ts'
import { SettingsPanel } from '../../entities/page/settings-panel.tsx'
import { useSupportDesk } from './desk-api.ts'
import { textOfTemplates, templatesIn } from './template-text.ts'

const { desk, tagMaxLength } = supportLimits
const { templates, tags } = setSupportDesk.input.shape

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const Typed = z.object({
  templates: typedAs(
    templates,
    templatesIn,
    `Begin each answer with a line such as “# Title”. At most ${desk.templates} answers.`,
  ),
  tags: typedAs(tags, lines, `Write at most ${desk.tags} tags, one a line, each of up to ${tagMaxLength} letters.`),
})

/** The prepared answers and tags, which all who answer players share. */
export function DeskPanel(): ReactNode {
  const result = useSupportDesk({})
  const change = useChange('SupportDesk')
  return (
    <SettingsPanel
      title="Prepared answers and tags"
      what="the prepared answers"
      result={result}
      setter={setSupportDesk}
      schema={Typed}
      textsOf={(data: { templates: readonly SupportTemplate[]; tags: readonly string[] }) => ({
        templates: textOfTemplates(data.templates),
        tags: data.tags.join('\n'),
      })}
      fieldsOf={() => [
        {
          ...{ name: 'templates', label: 'Answers', rows: 6 },
          hint: 'Begin each answer with a line such as “# Where is the UTR?”. The title stays in the back office.',
        },
        { ...{ name: 'tags', label: 'Tags', rows: 6 }, hint: 'One a line.' },
      ]}
      word="Save"
      save={async (read, { version }) =>
        (await change(setSupportDesk, { ...read, version }, 'The prepared answers and tags are saved.')) !== undefined
      }
    />
  )
}
