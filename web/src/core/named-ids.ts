import type { MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'

/** What ids are called in the language that is shown. The ids are for machines. */
type Names = Readonly<Record<string, MessageDescriptor>>

/** The name of an id; an unknown id stays as it is. */
export function nameOfId(names: Names, id: string): string {
  const found = Object.entries(names).find(([known]) => known === id)
  return found ? t(found[1]) : id
}

/** The id with this name; any other text in lower case. */
export function idOfName(names: Names, name: string): string {
  const wanted = name.trim().toLowerCase()
  const found = Object.entries(names).find(([, called]) => t(called).toLowerCase() === wanted)
  return found?.[0] ?? wanted
}
