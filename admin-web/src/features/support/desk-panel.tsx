import type { SupportTemplate } from '@kismet/contracts'
import { setSupportDesk, supportLimits } from '@kismet/contracts'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { typedAs } from '../../core/fields.ts'
import { useChange } from '../../entities/notices/use-change.ts'
import { SettingsPanel } from '../../entities/page/settings-panel.tsx'
import { useSupportDesk } from './desk-api.ts'

const { desk, tagMaxLength } = supportLimits
const { templates, tags } = setSupportDesk.input.shape

/** Prepared replies as one text: each begins with a line of its title. */
const textOfTemplates = (templates: readonly SupportTemplate[]): string =>
  templates.map(({ title, text }) => `# ${title}\n${text}`).join('\n\n')

/** The replies in such a text. Text before the first title is a reply without a title, which the contract refuses. */
function templatesIn(text: string): SupportTemplate[] {
  const found: { title: string; text: string }[] = []
  for (const line of text.trim().split('\n')) {
    const title = /^#\s+(.*)$/.exec(line)?.[1]
    const last = found.at(-1)
    if (title !== undefined) found.push({ title: title.trim(), text: '' })
    else if (last) last.text += `${line}\n`
    else if (line !== '') found.push({ title: '', text: line })
  }
  return found.map((one) => ({ ...one, text: one.text.trim() }))
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const Typed = z.object({
  templates: typedAs(
    templates,
    templatesIn,
    `Begin each reply with a line such as “# Title”. At most ${desk.templates} replies.`,
  ),
  tags: typedAs(tags, lines, `Write at most ${desk.tags} tags, one a line, each of up to ${tagMaxLength} letters.`),
})

/** The prepared replies and tags, which all admins share. */
export function DeskPanel(): ReactNode {
  const result = useSupportDesk({})
  const change = useChange('SupportDesk')
  return (
    <SettingsPanel
      title="Prepared replies and tags"
      what="the prepared replies"
      result={result}
      setter={setSupportDesk}
      schema={Typed}
      textsOf={(data: { templates: readonly SupportTemplate[]; tags: readonly string[] }) => ({
        templates: textOfTemplates(data.templates),
        tags: data.tags.join('\n'),
      })}
      fieldsOf={() => [
        {
          ...{ name: 'templates', label: 'Replies', rows: 6 },
          hint: 'Begin each reply with a line such as “# Where is the UTR?”. The title stays in the back office.',
        },
        { ...{ name: 'tags', label: 'Tags', rows: 6 }, hint: 'One a line.' },
      ]}
      word="Save"
      save={async (read, { version }) =>
        (await change(setSupportDesk, { ...read, version }, 'The prepared replies and tags are saved.')) !== undefined
      }
    />
  )
}
