import { errorCatalogue, requestFaults, universalErrors } from '@kismet/contracts'
import type { z } from 'zod'

/** docs/reference/errors.md: every error code of the contracts with its status, text and params. */
export function errorsPage(): string {
  const rows = Object.entries(errorCatalogue)
    .toSorted(([a, one], [b, other]) => one.status - other.status || (a < b ? -1 : 1))
    .map(([code, entry]) => {
      const params = 'params' in entry ? namesOf(entry.params) : ''
      return `| ${entry.status} | \`${code}\` | ${entry.message} | ${params} |`
    })
  return [
    '# Errors',
    'This page is for developers of clients. `make generate` writes it from `libs/contracts/src/errors.ts`.',
    'A failed call answers `{ success: false, message, code, params? }`. Where the specification has a text, `message` is that text.',
    `Any call may answer ${universalErrors.map((code) => `\`${code}\``).join(', ')}.`,
    'The OpenAPI document lists the other errors of a call.',
    ['| status | code | text | params |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    '## Faults',
    '`params.fault` of `invalid_request` names what is wrong with a field or a file:',
    requestFaults.map((fault) => `- \`${fault}\``).join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}

function namesOf(schema: z.ZodObject): string {
  return Object.keys(schema.shape)
    .map((name) => `\`${name}\``)
    .join(', ')
}
