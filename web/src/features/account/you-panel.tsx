import { Language } from '@kismet/contracts'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatDay } from '@kismet/ui/format/time.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { t } from '@lingui/core/macro'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import { useAppDispatch } from '../../core/store.ts'
import { languageChosen } from '../../entities/language/language-api.ts'
import { languageNames, languageNow } from '../../entities/language/language.ts'
import type { OwnAccount } from './account-api.ts'
import styles from './account.module.css'

/** Who the player is here, and in which language they are spoken to. */
export function YouPanel({ account: { email, verifiedAt } }: { account: OwnAccount }): ReactNode {
  const dispatch = useAppDispatch()
  const options = Language.options.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))
  return (
    <Panel title={t`You`}>
      <dl className={styles.lines}>
        <div>
          <dt>{t`E-mail`}</dt>
          <dd>{email}</dd>
          <dd>
            <Tag tone="good" icon={CircleCheck}>
              {t({ message: 'Verified', context: 'email' })}
            </Tag>
          </dd>
        </div>
        <div>
          <dt>{t`Player since`}</dt>
          <dd>{formatDay(verifiedAt)}</dd>
        </div>
        <div className={styles.tall}>
          <dt>{t`Language`}</dt>
          <dd className="small muted">{t`For pages and mails to you`}</dd>
          <dd className={styles.languages}>
            <Segmented
              label={t`Language`}
              options={options}
              value={languageNow()}
              onChange={(language) => void dispatch(languageChosen(language))}
            />
          </dd>
        </div>
      </dl>
    </Panel>
  )
}
