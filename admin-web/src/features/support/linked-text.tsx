import { Id } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { listPath, paths } from '../../core/paths.ts'

/** A reference of UPI, IMPS, NEFT or RTGS, or the id of a request. */
const reference = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b(?=[A-Z0-9]*\d{6})[A-Z0-9]{16,22}\b|\b\d{12}\b)/gi

const found = (path: string, search: string): string => listPath(path, { status: 'all', search })

/** A text in which references lead to the requests that have them. An id can be of either kind of request. */
export function LinkedText({ text }: { text: string }): ReactNode {
  return text.split(reference).map((part, place) => {
    // Every second part is a match of the pattern.
    if (place % 2 === 0) return part
    const isId = Id.safeParse(part.toLowerCase()).success
    return (
      <span key={place}>
        <Link className={textClass('link')} to={found(paths.deposits, part)}>
          {part}
        </Link>
        {isId && (
          <>
            {' ('}
            <Link className={textClass('link')} to={found(paths.withdrawals, part)}>
              withdrawal
            </Link>
            )
          </>
        )}
      </span>
    )
  })
}
