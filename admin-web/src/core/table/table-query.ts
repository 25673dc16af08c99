import type { z } from 'zod'
import { safeParse } from 'zod'
import type { FilteredTable } from './table.ts'
import type { TableState } from './use-table-state.ts'

/**
 * The search, the choices and the order of a table as input of its operation. A filter has the name of a field. A choice
 * that the field does not accept, such as 'all', is left out.
 */
export function tableQuery<Input extends z.ZodObject>(
  { input }: { readonly input: Input },
  { tabs, filters }: Pick<FilteredTable<never>, 'tabs' | 'filters'>,
  { chosen, search, sort, days }: TableState,
): Partial<z.output<Input>> {
  const fields: Readonly<Record<string, z.core.$ZodType | undefined>> = input.shape
  const accepts = (name: string, value: string): boolean => {
    const field = fields[name]
    return field !== undefined && safeParse(field, value).success
  }
  const choices = [...(tabs ? [tabs] : []), ...filters]
    .map((filter) => [filter.name, chosen(filter)] as const)
    .filter(([name, value]) => accepts(name, value))
  const { from, to } = days
  const range = Object.entries({ from, to }).filter(([name, day]) => day !== undefined && accepts(name, day))
  const text = search.trim()
  return {
    ...Object.fromEntries(choices),
    ...Object.fromEntries(range),
    ...(text !== '' && { search: text }),
    ...(sort && accepts('sort', sort.by) && { sort: sort.by, order: sort.order }),
  } as Partial<z.output<Input>>
}
