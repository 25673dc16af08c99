import { EvidenceKind, Id } from '@kismet/contracts'
import { selectClockOffsetMs } from '@kismet/app-kit/live/connection-slice.ts'
import { saveFile } from '@kismet/app-kit/save-file.ts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { EmptyState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import Download from 'lucide-react/icons/download'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { api } from '../../core/api.ts'
import type { RootState } from '../../core/store.ts'
import { QueryState } from '../../core/table/query-state.tsx'
import { Page, useOwnTitle } from '../../entities/page/page.tsx'
import { useAdmin } from '../../entities/session/use-session.ts'
import type { Evidence } from './evidence.ts'
import { makeEvidence } from './evidence.ts'
import type { EvidenceTable, Section } from './evidence-text.ts'
import { evidenceHtml, evidenceJson, sectionsOf, unitsNote } from './evidence-text.ts'
import styles from './evidence.module.css'

interface Asked {
  readonly kind: EvidenceKind
  readonly id: string
  readonly username: string
  readonly role: ReturnType<typeof useAdmin>['role']
}

// Each evidence is a row of the audit log, so it is made once for each opening of the page.
const { useMakeEvidenceQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    makeEvidence: build.query<Evidence, Asked>({
      queryFn: ({ kind, id, ...maker }, callApi) => {
        const nowMs = Date.now() + selectClockOffsetMs(callApi.getState() as RootState)
        return makeEvidence(kind, id, { ...maker, nowMs, callApi })
      },
      keepUnusedDataFor: 0,
    }),
  }),
})

function Rows({ list: { title, head, rows }, of }: { list: EvidenceTable; of: string }): ReactNode {
  const label = title === '' ? of : title
  return (
    <>
      {title !== '' && <h3>{title}</h3>}
      <div className={styles.scroll} role="group" tabIndex={0} aria-label={`Rows of ${label}`}>
        <table className={styles.table}>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((text, column) => (
                  <td key={column}>{text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Part({ section: { title, lines, tables } }: { section: Section }): ReactNode {
  return (
    <Panel title={<span className={styles.title}>{title}</span>}>
      {lines.length > 0 && (
        <div className={styles.lines}>
          <KeyValues variant="lines" rows={lines.map(([name, value]) => ({ name, value }))} />
        </div>
      )}
      {tables.map((list) => (
        <Rows key={list.title} list={list} of={title} />
      ))}
    </Panel>
  )
}

function Shown({ evidence, name }: { evidence: Evidence; name: string }): ReactNode {
  const save = (ending: string, type: string, text: string): void =>
    saveFile(`${name}.${ending}`, new Blob([text], { type }))
  return (
    <>
      <Row wrap gap={2}>
        <Button
          kind="primary"
          icon={Download}
          onClick={() => save('html', 'text/html;charset=utf-8', evidenceHtml(evidence))}
        >
          Save as page
        </Button>
        <Button icon={Download} onClick={() => save('json', 'application/json', evidenceJson(evidence))}>
          Save as JSON
        </Button>
      </Row>
      <p className={textClass('mute')}>{unitsNote}</p>
      {sectionsOf(evidence).map((section) => (
        <Part key={section.title} section={section} />
      ))}
    </>
  )
}

function Made({ kind, id }: { kind: EvidenceKind; id: string }): ReactNode {
  useOwnTitle(`Evidence, ${kind}`)
  const { username, role } = useAdmin()
  const result = useMakeEvidenceQuery({ kind, id, username, role }, { refetchOnReconnect: false })
  return (
    <QueryState
      what="the evidence"
      result={result}
      fallback={<Skeleton variant="table" rows={7} label="Collecting the evidence" />}
    >
      {(evidence) => <Shown evidence={evidence} name={`evidence-${kind}-${id}`} />}
    </QueryState>
  )
}

/** All that is known about one bet, round or request, to read, print and save. The address is permanent. */
export function EvidencePage(): ReactNode {
  const { kind, id } = useParams()
  const asked = { kind: EvidenceKind.safeParse(kind).data, id: Id.safeParse(id).data }
  return (
    <Page>
      {asked.kind && asked.id ? (
        <Made key={asked.id} kind={asked.kind} id={asked.id} />
      ) : (
        <EmptyState icon={Inbox} title="No evidence has this address" />
      )}
    </Page>
  )
}
