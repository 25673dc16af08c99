import { i18n } from '@kismet/ui/words/lingui.tsx'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { sayRefusalsBy } from '../core/error-text.ts'
import { refusalWords } from '../core/refusal-words.ts'

/** Letters that look alike and are none of a sentence that was forgotten. */
const disguise = (text: string): string =>
  text.replace(/<\/?\d+\/?>|[A-Za-z]/g, (part) => (part.length > 1 ? part : String.fromCodePoint(shifted(part))))

/** A to Z and a to z as letters of full width. */
const shifted = (letter: string): number => (letter.codePointAt(0) ?? 0) + 0xfee0

/** Shows every text of the catalogue in letters of full width, so that a plain one was never given to be translated. */
export function speakPseudo(): void {
  i18n.setMessagesCompiler((message) => compileMessage(message, disguise))
  sayRefusalsBy(refusalWords)
  i18n.load('pseudo', {})
  i18n.activate('pseudo', 'en')
}

/** Back to the language of the sources. */
export function speakEnglish(): void {
  i18n.setMessagesCompiler((message) => compileMessage(message))
  i18n.activate('en')
}

const spoken = ['aria-label', 'aria-valuetext', 'aria-roledescription', 'title', 'placeholder', 'alt'] as const

/** Every text of the page that is said or shown, but for what stands in fields and what nobody is shown. */
function textsOf(root: Element): string[] {
  const texts: string[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement?.closest('script, style')) texts.push(node.textContent ?? '')
  for (const element of root.querySelectorAll(spoken.map((name) => `[${name}]`).join(', ')))
    for (const name of spoken) texts.push(element.getAttribute(name) ?? '')
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}

/** What of a page is in plain letters, without what `allowed` says is right. */
export function plainTextsOf(root: Element, allowed: readonly RegExp[]): string[] {
  const rest = (text: string): string => allowed.reduce((left, pattern) => left.replace(pattern, ''), text)
  return textsOf(root).filter((text) => /[A-Za-z]/.test(rest(text)))
}
