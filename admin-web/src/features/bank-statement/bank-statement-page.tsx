import { postBankStatement } from '@kismet/contracts'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Page } from '../../entities/page/page.tsx'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { MappingStep } from './mapping-step.tsx'
import { Result } from './result.tsx'
import { Start } from './start.tsx'

/** What banks say has arrived, against what players say they have sent. */
export function BankStatementPage(): ReactNode {
  const { role } = useAdmin()
  const mayDecide = mayCall(postBankStatement.route, role)
  const [query, setQuery] = useSearchParams()
  const [file, setFile] = useState<File | null>(null)
  const id = query.get('id')
  // Only once the address names the statement: the page of the start would be there for a moment, and have every kept credit matched.
  if (id !== null && file !== null) setFile(null)
  const open = (statement: string | null): void => setQuery(statement === null ? {} : { id: statement })
  if (file !== null && id === null)
    return (
      <Page>
        <MappingStep
          key={`${file.name} ${file.lastModified}`}
          file={file}
          onKept={open}
          onClose={() => setFile(null)}
        />
      </Page>
    )
  return (
    <Page live>
      {id === null ? (
        <Start mayDecide={mayDecide} onFile={setFile} onOpen={open} />
      ) : (
        <Result key={id} id={id} mayDecide={mayDecide} onClose={() => open(null)} />
      )}
    </Page>
  )
}
