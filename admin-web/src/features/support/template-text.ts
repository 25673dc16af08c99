import type { SupportTemplate } from '@kismet/contracts'

/** Prepared answers as one text: each begins with a line of its title. */
export const textOfTemplates = (templates: readonly SupportTemplate[]): string =>
  templates.map(({ title, text }) => `# ${title}\n${text}`).join('\n\n')

/** The answers of such a text. Text before the first title is an answer without a title, which the contract refuses. */
export function templatesIn(text: string): SupportTemplate[] {
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
